import { useEffect } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import type { Setup, SetupCheck, SetupState } from '#shared/admin/diagnostics.ts';
import { adminPath } from '#shared/admin/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { formatMoment } from '../kit/format.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { Technical } from '../kit/technical.tsx';
import { settingsHash } from './settings-hash.ts';
import { useSetup } from './use-setup.ts';

const ShopSettings = lazyPanel(() => import('./shop-settings/shop-settings.tsx'));
const Backups = lazyPanel(() => import('./backups.tsx'));
const Helpers = lazyPanel(() => import('../staff/helpers.tsx'));
const People = lazyPanel(() => import('./people.tsx'));

/** Checks that the owner cannot act on; folded away unless they fail. */
const TECHNICAL: ReadonlySet<string> = new Set(['clock', 'csp', 'declines']);
const isTechnical = ({ id, state }: SetupCheck) => TECHNICAL.has(id) && state !== 'fault';

/** The results of all checks, worst first, each with its fix. */
export default function DiagnosticsScreen() {
  const { data, error, isFetching, refetch } = useSetup();
  const checks = data?.checks.filter((check) => !isTechnical(check)) ?? [];
  const technical = data?.checks.filter(isTechnical) ?? [];
  const hasChecks = data !== undefined;
  useEffect(() => {
    // The search leads to a section below the checks, which move it when they arrive.
    if (hasChecks) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [hasChecks]);
  return (
    <>
      <h2 className="text-h2">{m.admin_setup_heading()}</h2>
      <p className="mt-3 max-w-[44rem]">{m.admin_setup_intro()}</p>
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button size="small" isPending={isFetching} onClick={() => refetch()}>
          {m.admin_setup_again()}
        </Button>
        <p role="status" className="min-w-0 text-ink-soft">
          {isFetching ? m.admin_setup_looking() : data && summaryOf(data)}
        </p>
      </div>
      <div className="mt-8">
        {error && <LoadError error={error} onRetry={refetch} />}
        {!error && !data && <Skeleton rows={4} className="h-24" />}
        {!error && <CheckGroup state="fault" title={m.admin_setup_fault()} checks={checks} />}
        {!error && <CheckGroup state="warning" title={m.admin_setup_warning()} checks={checks} />}
        {!error && <CheckGroup state="ok" title={m.admin_setup_ok()} checks={checks} />}
        {!error && technical.length > 0 && (
          <details className="fold mt-8">
            <summary>{m.admin_setup_technical()}</summary>
            <CheckList checks={technical} isShort />
          </details>
        )}
      </div>
      <ShopSettings />
      <Backups />
      <Helpers />
      <JournalSection />
      <People />
      {data && !error && (
        <p className="mt-10 max-w-[44rem] text-ink-soft">
          <Technical text={m.admin_setup_where()} />
        </p>
      )}
    </>
  );
}

function JournalSection() {
  return (
    <section aria-labelledby="journal" className="mt-12">
      <h2 id="journal" className="text-h3">
        {m.admin_screen_journal()}
      </h2>
      <p className="mt-3 max-w-[44rem]">{m.admin_journal_intro()}</p>
      <p className="mt-3">
        <Link className="link" href={adminPath('journal')}>
          {m.admin_journal_link()}
        </Link>
      </p>
    </section>
  );
}

function summaryOf({ checks: all, checkedAt }: Setup): string {
  const checks = all.filter((check) => !isTechnical(check));
  const count = (state: SetupState) => String(checks.filter((check) => check.state === state).length);
  const counts = m.admin_setup_summary({ faults: count('fault'), warnings: count('warning'), fine: count('ok') });
  return `${counts} ${m.admin_setup_checked({ when: formatMoment(checkedAt) })}`;
}

const looks: Readonly<Record<SetupState, { icon: 'alert' | 'check'; mark: string; card: string }>> = {
  fault: { icon: 'alert', mark: 'bg-brand text-ground', card: 'border-brand' },
  warning: { icon: 'alert', mark: 'bg-accent text-ink', card: 'border-line' },
  ok: { icon: 'check', mark: 'bg-second text-ground', card: 'border-line' },
};

function CheckGroup({ state, title, checks }: { state: SetupState; title: string; checks: readonly SetupCheck[] }) {
  const here = checks.filter((check) => check.state === state);
  if (here.length === 0) return null;
  return (
    <section aria-labelledby={`setup-${state}`} className="mt-8 first:mt-0">
      <h2 id={`setup-${state}`} className="text-h3">
        {title}
      </h2>
      <CheckList checks={here} isShort={state === 'ok'} />
    </section>
  );
}

function CheckList({ checks, isShort }: { checks: readonly SetupCheck[]; isShort: boolean }) {
  return (
    <ul className={`mt-4 grid gap-4 ${isShort ? 'lg:grid-cols-2' : ''}`}>
      {checks.map(({ id, state, title: name, text, todo }) => (
        <li
          key={id}
          className={`grid grid-cols-[auto_minmax(0,1fr)] gap-4 rounded-card border bg-white p-5 ${looks[state].card} ${todo ? 'lg:grid-cols-[auto_minmax(0,2fr)_minmax(0,3fr)]' : ''}`}
        >
          <span className={`grid size-9 place-items-center rounded-full ${looks[state].mark}`}>
            <Icon name={looks[state].icon} />
          </span>
          <div>
            <h3 className="font-sans text-[1.05rem] font-bold text-ink">{name}</h3>
            <p className="mt-1 [overflow-wrap:anywhere]">
              <Technical text={text} />
            </p>
          </div>
          {todo && (
            <p className="self-start rounded-field bg-ground px-4 py-3 [overflow-wrap:anywhere] max-lg:col-span-2">
              <strong>{m.admin_setup_todo()}</strong> <Technical text={todo} />
              {settingsHash(id) && (
                <a href={settingsHash(id)} className="text-button block">
                  {m.admin_settings_open()}
                </a>
              )}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
