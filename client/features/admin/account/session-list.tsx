import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as m from '#messages';
import type { AdminSession } from '#shared/admin/admin.ts';
import { callApi } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import { formatCount, formatMoment } from '../kit/format.ts';
import { wholeRead } from '../kit/list/rows.ts';
import { RowStates } from '../kit/list/table-frame.tsx';
import { Skeleton } from '../kit/load-states.tsx';

const [PATH] = adminKeys.sessions;

/** Every browser with a valid admin session, with a button to end each. */
export function SessionList() {
  const sessions = useQuery<AdminSession[]>({ queryKey: adminKeys.sessions, staleTime: 0 });
  const [isAsking, setIsAsking] = useState(false);
  const endOthers = useEnd(() => callApi(`${PATH}/end-others`, { method: 'POST' }), m.admin_sessions_others_ended);
  return (
    <section aria-labelledby="sessions" className="mt-12">
      <h2 id="sessions" className="text-h3">
        {m.admin_sessions_heading()}
      </h2>
      <p className="mt-3 max-w-[44rem]">{m.admin_sessions_intro()}</p>
      <RowStates read={wholeRead(sessions)} waiting={<Skeleton rows={2} className="h-20" />}>
        {(rows) => (
          <ul className="mt-4 grid max-w-[52rem] gap-3">
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </RowStates>
      {(sessions.data?.length ?? 0) > 1 && (
        <div className="mt-4">
          <Button size="small" variant="quiet" isPending={endOthers.isPending} onClick={() => setIsAsking(true)}>
            {m.admin_sessions_end_others()}
          </Button>
          {isAsking && (
            <ConfirmDialog
              title={m.admin_sessions_end_others_ask({ count: formatCount((sessions.data?.length ?? 1) - 1) })}
              text={m.admin_sessions_end_others_text()}
              confirm={m.admin_sessions_end_others()}
              onConfirm={() => {
                setIsAsking(false);
                endOthers.mutate(undefined);
              }}
              onClose={() => setIsAsking(false)}
            />
          )}
        </div>
      )}
    </section>
  );
}

function SessionRow({ session }: { session: AdminSession }) {
  const { id, address, createdAt, lastSeenAt, isCurrent } = session;
  const own = session.device ?? m.admin_sessions_unknown();
  const device = session.person ? `${session.person}: ${own}` : own;
  const end = useEnd(() => callApi(`${PATH}/${id}`, { method: 'DELETE' }), m.admin_sessions_ended);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border-2 border-line bg-white px-5 py-4">
      <div className="min-w-0">
        <p className="font-bold text-ink [overflow-wrap:anywhere]">
          {device}
          {isCurrent && (
            <span className="ml-3 rounded-full bg-second px-2.5 py-0.5 font-semibold text-[0.85rem] text-ground">
              {m.admin_sessions_this()}
            </span>
          )}
        </p>
        <p className="mt-1 text-ink-soft [overflow-wrap:anywhere]">
          {m.admin_sessions_since({ when: formatMoment(createdAt) })},{' '}
          {m.admin_sessions_used({ when: formatMoment(lastSeenAt) })}
          {address && ` · ${address}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="small"
          variant="danger"
          isPending={end.isPending}
          onClick={() => end.mutate(undefined)}
          aria-label={m.admin_sessions_end_label({ device })}
        >
          {m.admin_sessions_end()}
        </Button>
      )}
    </li>
  );
}

function useEnd(work: () => Promise<unknown>, done: () => string) {
  return useAction({
    call: work,
    done: () => toast({ title: done() }),
    failed: (error) => toastFailed(m.admin_sessions_failed(), error),
    refresh: [adminKeys.sessions],
  });
}
