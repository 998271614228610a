import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useId, useState } from 'react';
import * as m from '#messages';
import type { Summary } from '#shared/admin/admin.ts';
import type { Today } from '#shared/admin/today.ts';
import { Icon } from '../../../ui/icons.tsx';
import { adminKeys } from '../keys.ts';
import { formatCount } from '../kit/format.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { useIsOwner } from '../kit/role.tsx';

type Line = {
  /** The name of its count. */
  id: keyof Today;
  label: () => string;
  /** Money or a promise is at stake. */
  isAlarm?: boolean;
  Panel: ComponentType;
};

const ALARM = 'min-w-6 rounded-full bg-brand px-[0.4rem] text-center text-ground';
const waiting = <Skeleton rows={2} className="h-10" />;
const FirstSteps = lazyPanel(() => import('../diagnostics/first-steps.tsx'), <Skeleton rows={3} className="h-11" />);
const MoneyOrders = lazyPanel(() => import('../orders/today/money-orders.tsx'), waiting);
const OpenOrders = lazyPanel(() => import('../orders/today/open-orders.tsx'), waiting);

/** What may wait for the owner, most urgent first. Each line opens its rows with their actions. */
const lines: readonly Line[] = [
  {
    id: 'anomalies',
    label: m.admin_anomalies_title,
    isAlarm: true,
    Panel: lazyPanel(() => import('../anomalies/money-problems.tsx'), waiting),
  },
  { id: 'disputes', label: m.admin_today_disputes, isAlarm: true, Panel: () => <MoneyOrders kind="disputes" /> },
  { id: 'failedRefunds', label: m.admin_today_refunds, isAlarm: true, Panel: () => <MoneyOrders kind="refunds" /> },
  { id: 'late', label: m.admin_today_late, isAlarm: true, Panel: () => <OpenOrders when="late" /> },
  { id: 'due', label: m.admin_today_due, Panel: () => <OpenOrders when="due" /> },
  { id: 'toShip', label: m.admin_today_ship, Panel: () => <OpenOrders when="later" /> },
  {
    id: 'toAnswer',
    label: m.admin_today_answer,
    isAlarm: true,
    Panel: lazyPanel(() => import('../wholesalers/late-inquiries.tsx'), waiting),
  },
  {
    id: 'certificates',
    label: m.admin_today_certificates,
    Panel: lazyPanel(() => import('../accounts/due-certificates.tsx'), waiting),
  },
  {
    id: 'failedMails',
    label: m.admin_today_mails,
    isAlarm: true,
    Panel: lazyPanel(() => import('../emails/failed-mails.tsx'), waiting),
  },
];

/** What waits for the owner, one line each; the open one shows its rows below. Until the second order, what is to be set up. */
export function TodayLines() {
  const { data, error, refetch } = useQuery<Today>({ queryKey: adminKeys.today });
  const { data: summary } = useQuery<Summary>({ queryKey: adminKeys.summary });
  const isOwner = useIsOwner();
  const [openId, setOpenId] = useState('');
  const id = useId();
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  const shown = data ? lines.filter((line) => data[line.id] > 0) : [];
  const open = shown.find((line) => line.id === openId);
  // The first order may be the owner's own, for a test.
  const isNew = summary && isOwner && summary.totalOrders <= 1;
  const done = data && shown.length === 0 && (
    <p className="today-done flex items-center gap-2 text-ink-soft">
      <Icon name="check" className="size-5 text-brand" />
      {m.admin_today_done()}
    </p>
  );
  return (
    <section aria-label={m.admin_screen_today()} aria-busy={!data || !summary}>
      {isNew && <FirstSteps hasOrder={summary.totalOrders > 0}>{done}</FirstSteps>}
      <div className="today">
        {isNew === false && done}
        {data &&
          shown.map((line) => (
            <button
              key={line.id}
              type="button"
              className="group inline-flex min-h-10 flex-none items-center gap-2 rounded-lg border border-line bg-white px-3 py-1 whitespace-nowrap hover:bg-tint aria-expanded:border-ink-soft"
              aria-expanded={line === open}
              aria-controls={line === open ? id : undefined}
              onClick={() => setOpenId(line === open ? '' : line.id)}
            >
              <strong className={`tabular-nums ${line.isAlarm ? ALARM : ''}`}>{formatCount(data[line.id])}</strong>{' '}
              {line.label()}
              <Icon name="arrow" className="size-3.5 rotate-90 text-ink-soft group-aria-expanded:-rotate-90" />
            </button>
          ))}
      </div>
      {open && (
        <section id={id} aria-label={open.label()} className="mb-2 rounded-card border border-line bg-white px-4 py-3">
          <open.Panel />
        </section>
      )}
    </section>
  );
}
