import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import { formatCount } from '../kit/format.ts';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { Technical } from '../kit/technical.tsx';
import { useShopSettings } from './shop-settings/api.ts';
import { SHOP_PATH, type Step, stepsOf } from './steps.ts';
import { useSetup } from './use-setup.ts';
import './first-steps.css';

/** The steps before real sales; the first one to do is open. `children` when all are done. */
export default function FirstSteps({ hasOrder, children }: { hasOrder: boolean; children: ReactNode }) {
  const id = useId();
  const setup = useSetup();
  const settings = useShopSettings();
  const error = setup.error ?? settings.error;
  if (error && !(setup.data && settings.data)) {
    return <LoadError error={error} onRetry={() => Promise.all([setup.refetch(), settings.refetch()])} />;
  }
  if (!setup.data || !settings.data) return <Skeleton rows={3} className="h-11" />;
  const steps = stepsOf(setup.data.checks, settings.data.groups, hasOrder);
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
              <OpenStep {...step} isNext={step === next} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function OpenStep({ title, text, todo, place: [path, name], isNext }: Step & { isNext: boolean }) {
  const go = m.admin_first_go({ where: name() });
  return (
    <details name="first-steps" open={isNext}>
      <summary className="min-h-[1.6rem] cursor-pointer font-semibold">{title}</summary>
      <p className="mt-1 max-w-[44rem] wrap-anywhere">
        <Technical text={text} /> {todo && <Technical text={todo} />}
      </p>
      {path === SHOP_PATH ? (
        <a href={path} className="text-button">
          {go}
        </a>
      ) : (
        <Link href={path} className="text-button">
          {go}
        </Link>
      )}
    </details>
  );
}
