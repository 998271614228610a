import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as m from '#messages';
import type { Summary } from '#shared/admin/admin.ts';
import type { TabId } from '../desk/tabs.ts';
import { adminKeys } from '../keys.ts';
import { formatAmount, formatCount } from '../kit/format.ts';
import { TO_PROCESS } from '../kit/labels.ts';
import { LoadError } from '../kit/load-states.tsx';
import { OwnerOnly } from '../kit/role.tsx';

type Props = {
  /** Opens the rows that the number counts. */
  onList: (tab: TabId, status: string) => void;
};

/** The three summary cards: a line above the lists, on a phone one block (docs/specification.md#admin). */
export function SummaryCards({ onList }: Props) {
  const { data, error, refetch } = useQuery<Summary>({ queryKey: adminKeys.summary });
  if (error && !data) {
    return (
      <div className="mt-3">
        <LoadError error={error} onRetry={refetch} />
      </div>
    );
  }
  return (
    <section aria-label={m.admin_cards_label()} aria-busy={!data} className="mt-1 lg:mt-2">
      <div className="summary">
        <SummaryCard title={m.admin_card_wholesalers()} stat={data && formatCount(data.totalWholesalers)}>
          {data && (
            <Rows count={data.pendingWholesalers} onShow={() => onList('wholesalers', 'pending')}>
              {m.admin_card_wholesalers_pending({ count: formatCount(data.pendingWholesalers) })}
            </Rows>
          )}
        </SummaryCard>
        <SummaryCard title={m.admin_card_orders()} stat={data && formatCount(data.totalOrders)}>
          {data && (
            <Rows count={data.ordersToProcess} onShow={() => onList('orders', TO_PROCESS)}>
              {m.admin_card_orders_to_process({ count: formatCount(data.ordersToProcess) })}
            </Rows>
          )}
        </SummaryCard>
        <OwnerOnly>
          <SummaryCard
            title={m.admin_card_revenue()}
            label={m.admin_card_revenue_label()}
            stat={data && formatAmount(data.revenue)}
          >
            {data && m.admin_card_net({ amount: formatAmount(data.netRevenue) })}
          </SummaryCard>
        </OwnerOnly>
      </div>
    </section>
  );
}

/** A number that links to its rows, when there are any. */
function Rows({ count, onShow, children }: { count: number; onShow: () => void; children: ReactNode }) {
  if (count === 0) return children;
  return (
    <button type="button" className="text-button -my-2.5" onClick={onShow}>
      {children}
    </button>
  );
}

type CardProps = {
  title: string;
  /** What the number counts, beside the title. */
  label?: string;
  stat: string | undefined;
  children: ReactNode;
};

function SummaryCard({ title, label, stat, children }: CardProps) {
  return (
    <div className="summary-card">
      <h2>{title}</h2>
      {label && <p className="summary-label">{label}</p>}
      <p className="summary-stat">
        {stat ?? <span className="block h-[1.1em] w-16 animate-pulse rounded-field bg-tint" />}
      </p>
      <div className="summary-text">{children}</div>
    </div>
  );
}
