import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import type { SetupCheck } from '#shared/admin/diagnostics.ts';
import { adminPath } from '#shared/admin/paths.ts';
import { formatCount } from '../kit/format.ts';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { Technical } from '../kit/technical.tsx';
import { settingsHash } from './settings-hash.ts';
import { useSetup } from './use-setup.ts';
import './first-steps.css';

type Place = readonly [path: string, name: () => string];
const SETTINGS: Place = [adminPath('settings'), m.admin_screen_settings];
const group = (check: string): Place => [`${SETTINGS[0]}${settingsHash(check)}`, SETTINGS[1]];

/** What a new shop needs before it sells, in order: checks by their id, and where each is done. */
const STEPS: readonly (readonly [check: string, place: Place])[] = [
  ['products', [adminPath('products'), m.admin_screen_products]],
  ['brand', [adminPath('site', { open: 'facts' }), m.admin_facts_title]],
  ['policies', [adminPath('site'), m.admin_screen_site]],
  ['texts', [adminPath('site', { open: 'texts' }), m.admin_screen_site]],
  ['shipping', [adminPath('site', { open: 'shipping-rules' }), m.admin_shipping_title]],
  ['payment', group('payment')],
  ['webhook', group('webhook')],
  ['mail', group('mail')],
  ['address', group('address')],
  ['password', [`${adminPath('account')}#password`, m.admin_screen_account]],
  ['backups', group('backups')],
];

/** The steps before the first order, ticked by the checks; the first one to do is open. `children` when all are done. */
export default function FirstSteps({ children }: { children: ReactNode }) {
  const id = useId();
  const { data, error, refetch } = useSetup();
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton rows={3} className="h-11" />;
  const steps = STEPS.flatMap(([check, place]) => {
    const found = data.checks.find((each) => each.id === check);
    return found ? [{ ...found, place, isDone: found.state === 'ok' }] : [];
  });
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return children;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby={id} className="first-steps mb-3 rounded-card border border-line bg-white px-5 py-4">
      <h2 id={id} className="text-h3">
        {m.admin_first_title()}
      </h2>
      <p className="text-ink-soft">
        {m.admin_first_count({ done: formatCount(done), count: formatCount(steps.length) })}
      </p>
      <ol>
        {steps.map((step) => (
          <li key={step.id} data-done={step.isDone || undefined}>
            {step.isDone ? (
              <>
                {step.title} <span className="sr-only">{m.admin_first_done()}</span>
              </>
            ) : (
              <Step {...step} isNext={step === next} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Step({ title, text, todo, place: [path, name], isNext }: SetupCheck & { place: Place; isNext: boolean }) {
  return (
    <details name="first-steps" open={isNext}>
      <summary className="min-h-[1.6rem] cursor-pointer font-semibold">{title}</summary>
      <p className="mt-1 max-w-[44rem] wrap-anywhere">
        <Technical text={text} /> {todo && <Technical text={todo} />}
      </p>
      <Link href={path} className="text-button">
        {m.admin_first_go({ where: name() })}
      </Link>
    </details>
  );
}
