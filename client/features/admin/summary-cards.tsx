import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as m from '#messages';
import type { Summary } from '#shared/admin.ts';
import { Button } from '../../ui/button.tsx';
import { formatAmount, formatCount } from './format.ts';
import { adminKeys } from './keys.ts';
import { LoadError } from './load-states.tsx';
import { TO_PROCESS } from './words.ts';

type Props = {
  showsNumbers: boolean;
  onNumbers: () => void;
  /** Shows the rows behind a figure. */
  onList: (tab: 'wholesalers' | 'orders', status: string) => void;
};

/** The three cards of the specification, 2, and the way to the chart. */
export function SummaryCards({ showsNumbers, onNumbers, onList }: Props) {
  const { data, error, refetch } = useQuery<Summary>({ queryKey: adminKeys.summary });
  if (error) {
    return (
      <div className="mt-6">
        <LoadError error={error} onRetry={refetch} />
      </div>
    );
  }
  return (
    <section aria-label={m.admin_cards_label()} aria-busy={!data} className="mt-6">
      <div className="@container grid gap-3 md:grid-cols-3 md:gap-5">
        <SummaryCard title={m.admin_card_wholesalers()} figure={data && formatCount(data.totalWholesalers)}>
          {data && (
            <Rows count={data.pendingWholesalers} onShow={() => onList('wholesalers', 'pending')}>
              {m.admin_card_wholesalers_pending({ count: formatCount(data.pendingWholesalers) })}
            </Rows>
          )}
        </SummaryCard>
        <SummaryCard title={m.admin_card_orders()} figure={data && formatCount(data.totalOrders)}>
          {data && (
            <Rows count={data.ordersToProcess} onShow={() => onList('orders', TO_PROCESS)}>
              {m.admin_card_orders_to_process({ count: formatCount(data.ordersToProcess) })}
            </Rows>
          )}
        </SummaryCard>
        <SummaryCard title={m.admin_card_revenue()} figure={data && formatAmount(data.revenue)}>
          {data && (
            <>
              {m.admin_card_revenue_label()}
              <span className="mt-1 block text-[0.88rem]">
                {m.admin_card_net({ amount: formatAmount(data.netRevenue) })}
              </span>
            </>
          )}
        </SummaryCard>
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-[44rem] text-[0.88rem] text-cafecito-soft">{m.admin_card_net_rule()}</p>
        <Button size="small" variant="quiet" aria-expanded={showsNumbers} onClick={onNumbers}>
          {showsNumbers ? m.admin_numbers_close() : m.admin_numbers_open()}
        </Button>
      </div>
    </section>
  );
}

/** A figure that leads to its rows, when there are any. */
function Rows({ count, onShow, children }: { count: number; onShow: () => void; children: ReactNode }) {
  if (count === 0) return children;
  return (
    <button type="button" className="text-button -my-2.5" onClick={onShow}>
      {children}
    </button>
  );
}

function SummaryCard({ title, figure, children }: { title: string; figure: string | undefined; children: ReactNode }) {
  return (
    // In a phone's card the figure stands beside the words, and between them once large letters leave no room.
    <div className="grid items-center @min-[18rem]:grid-cols-[1fr_auto] gap-x-4 rounded-card border-galleta border-l-8 bg-white px-5 py-3 shadow-card md:block md:border-t-8 md:border-l-0 md:px-6 md:pt-4 md:pb-5">
      <h2 className="font-sans text-[0.95rem] font-semibold text-cafecito-soft">{title}</h2>
      <p className="font-display @min-[18rem]:col-start-2 @min-[18rem]:row-span-2 @min-[18rem]:row-start-1 text-h3 text-cafecito [overflow-wrap:anywhere] md:mt-1 lg:text-h2">
        {figure ?? <span className="block h-[1.1em] w-24 animate-pulse rounded-field bg-rosa" />}
      </p>
      <div className="min-h-6 text-[0.95rem] text-cafecito-soft md:mt-1">{children}</div>
    </div>
  );
}
