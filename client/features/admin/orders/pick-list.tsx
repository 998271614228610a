import { useState } from 'react';
import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { type PickRow, pickListOf } from '#shared/orders/pick-list.ts';
import { shipsWhen } from '#shared/shipping/ship-days.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { PrintSheets } from '../kit/detail/print-sheets.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { formatCount, formatDay } from '../kit/format.ts';
import { Switch } from '../publishing/switch.tsx';
import { WaitingOrders } from './waiting-orders.tsx';

type Props = {
  /** The selected orders; without a selection those that are due, or all that wait. */
  orders: readonly Order[];
  onClose: () => void;
};

/** What to take from the shelf, to read on a phone or to print. */
export default function PickList({ orders, onClose }: Props) {
  return (
    <Dialog title={m.admin_pick_title()} onClose={onClose}>
      {orders.length > 0 ? (
        <Picks orders={orders} />
      ) : (
        <WaitingOrders none={m.admin_ship_none()}>{(waiting) => <WaitingPicks orders={waiting} />}</WaitingOrders>
      )}
    </Dialog>
  );
}

const isDue = (order: Order) => shipsWhen(order) !== 'later';

/** With a choice between the due ones and all, where these differ. */
function WaitingPicks({ orders }: Pick<Props, 'orders'>) {
  const due = orders.filter(isDue);
  const hasChoice = due.length > 0 && due.length < orders.length;
  const [scope, setScope] = useState<'due' | 'all'>('due');
  return (
    <>
      {hasChoice && (
        <div className="mt-4">
          <Switch
            label={m.admin_pick_orders()}
            options={[
              ['due', m.admin_pick_due({ count: formatCount(due.length) })],
              ['all', m.admin_pick_all({ count: formatCount(orders.length) })],
            ]}
            value={scope}
            onChange={setScope}
          />
        </div>
      )}
      <Picks orders={hasChoice && scope === 'due' ? due : orders} />
    </>
  );
}

function Picks({ orders }: Pick<Props, 'orders'>) {
  const [isPrinting, setIsPrinting] = useState(false);
  return (
    <div className="mt-4 grid gap-5">
      <PickTables orders={orders} />
      <Button size="small" variant="quiet" className="justify-self-start" onClick={() => setIsPrinting(true)}>
        <AdminIcon name="print" />
        {m.admin_pick_print()}
      </Button>
      {isPrinting && (
        <PrintSheets onDone={() => setIsPrinting(false)}>
          <article className="slip grid gap-6">
            <h1 className="text-h3">{m.admin_pick_title()}</h1>
            <PickTables orders={orders} />
          </article>
        </PrintSheets>
      )}
    </div>
  );
}

function PickTables({ orders }: Pick<Props, 'orders'>) {
  const { products, assortments } = pickListOf(orders, useLanguage());
  const day = formatDay(new Date().toISOString());
  return (
    <>
      <p className="font-semibold">
        {orders.length === 1
          ? m.admin_pick_count_one({ day })
          : m.admin_pick_count({ count: formatCount(orders.length), day })}
      </p>
      <PickTable title={m.admin_pick_products()} rows={products} />
      {assortments.length > 0 && <PickTable title={m.admin_pick_assortments()} rows={assortments} />}
    </>
  );
}

/** On paper with a box to tick. */
function PickTable({ title, rows }: { title: string; rows: readonly PickRow[] }) {
  return (
    <table className="w-full border-collapse">
      <caption className="pb-1 text-left font-semibold text-ink-soft">{title}</caption>
      <tbody>
        {rows.map(({ id, name, quantity, filled }) => (
          <tr key={id} className="border-line border-t">
            <td className="w-px py-2.5 pr-4 text-right align-top text-lead font-bold tabular-nums">
              {formatCount(quantity)}
            </td>
            <th scope="row" className="py-2.5 text-left align-top font-normal wrap-anywhere">
              <span className="block text-lead">{name}</span>
              {filled > 0 && filled < quantity && (
                <span className="block text-[0.92rem] text-ink-soft">
                  {m.admin_pick_filled({ count: formatCount(filled) })}
                </span>
              )}
              {filled === quantity && (
                <span className="block text-[0.92rem] text-ink-soft">{m.admin_pick_filled_all()}</span>
              )}
            </th>
            <td className="hidden w-8 print:table-cell">
              <span className="inline-block size-5 border-2 border-current" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
