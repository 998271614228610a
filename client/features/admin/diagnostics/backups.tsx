import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { type Backups as Answer, COUNTED, type Trial } from '#shared/admin/backups.ts';
import { LOCALES } from '#shared/core/language.ts';
import { callApi } from '../../../lib/api-client.ts';
import { getLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { FactsList } from '../kit/detail/facts-list.tsx';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import { formatCount, formatMoment } from '../kit/format.ts';
import { Loaded, Skeleton } from '../kit/load-states.tsx';

const PATH = '/api/admin/backups';
const LOOK_MS = 2_000;

/** The newest backup: tried in a copy, and downloaded. */
export default function Backups() {
  const read = useQuery<Answer>({
    queryKey: [PATH],
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.trial?.state === 'running' && LOOK_MS,
  });
  return (
    <section aria-labelledby="backups" className="mt-12 max-w-[44rem]">
      <h2 id="backups" className="text-h3">
        {m.admin_backups_heading()}
      </h2>
      <p className="mt-3">{m.admin_backups_intro()}</p>
      <div className="mt-4">
        <Loaded read={read} waiting={<Skeleton rows={1} />}>
          {(backups) => <Newest {...backups} />}
        </Loaded>
      </div>
    </section>
  );
}

function Newest({ newest, trial }: Answer) {
  const start = useAction({
    call: () => callApi<Answer>(`${PATH}/trial`, { method: 'POST' }),
    failed: (error) => toastFailed(m.admin_backups_failed(), error),
    refresh: [[PATH]],
  });
  if (!newest) return <p className="text-ink-soft">{m.admin_backups_none()}</p>;
  return (
    <>
      <p className="font-bold">
        {m.admin_backups_newest({ when: formatMoment(newest.writtenAt), size: sizeText(newest.bytes) })}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          size="small"
          isPending={start.isPending || trial?.state === 'running'}
          onClick={() => start.mutate(undefined)}
        >
          {m.admin_backups_try()}
        </Button>
        <a className="text-button" download href={`${PATH}/newest`}>
          {m.admin_backups_download()}
        </a>
      </div>
      <div role="status" className="mt-4">
        {trial && <Result key={trial.state} trial={trial} />}
      </div>
    </>
  );
}

const failures = {
  file: m.admin_backups_failed_file,
  room: m.admin_backups_failed_room,
  slow: m.admin_backups_failed_slow,
  ended: m.admin_backups_failed_ended,
};
const names = { orders: m.admin_tab_orders, lines: m.admin_backups_lines, customers: m.admin_screen_customers };

function Result({ trial }: { trial: Trial }) {
  const when = formatMoment(trial.writtenAt);
  if (trial.state === 'running') return <p className="text-ink-soft">{m.admin_backups_running()}</p>;
  if (trial.state === 'failed') return <p>{failures[trial.failure]({ when })}</p>;
  return (
    <div className="rounded-card border-2 border-line bg-white p-5">
      <p className="mb-4 font-bold">{m.admin_backups_whole({ when, seconds: trial.seconds })}</p>
      <FactsList
        facts={COUNTED.map((name) => [
          names[name](),
          m.admin_backups_beside({ copy: formatCount(trial.copy[name]), shop: formatCount(trial.shop[name]) }),
        ])}
      />
      <p className="mt-4 text-ink-soft">{m.admin_backups_since()}</p>
    </div>
  );
}

function sizeText(bytes: number): string {
  const format = new Intl.NumberFormat(LOCALES[getLanguage()], {
    style: 'unit',
    unit: bytes < 1e6 ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  });
  return format.format(bytes / (bytes < 1e6 ? 1e3 : 1e6));
}
