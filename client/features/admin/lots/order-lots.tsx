import { useState } from 'react';
import * as m from '#messages';
import type { PackedLot } from '#shared/lots/lots.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../kit/lazy.tsx';
import { useOrderLots } from './api.ts';
import { dayText } from './day-text.ts';
import { inItemOrder, orderNames } from './order-names.ts';

const ChooseLots = lazyDialog(() => import('./choose-lots.tsx'));

/** The lots of an order: recorded, or those that packing would take. Nothing in a shop without lots. */
export function OrderLots({ order }: { order: OrderDetail }) {
  const { data } = useOrderLots(order.id);
  const [isChoosing, setIsChoosing] = useState(false);
  const nameOf = orderNames(order, useLanguage());
  if (!data || (data.lots.length === 0 && data.choices.length === 0)) return null;
  const { lots, isProposed } = data;
  return (
    <section className="mt-5 border-line border-t pt-4" aria-label={m.admin_screen_lots()}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 text-[0.95rem]">
          <h4 className="font-sans font-semibold">{isProposed ? m.admin_lots_proposed() : m.admin_screen_lots()}</h4>
          {lots.length === 0 && <p className="text-ink-soft">{m.admin_lots_none()}</p>}
          <ul>
            {inItemOrder(lots, order).map((lot) => (
              <LotLine key={lot.lotId} lot={lot} name={nameOf(lot.productId)} />
            ))}
          </ul>
        </div>
        <Button size="small" variant="quiet" onClick={() => setIsChoosing(true)}>
          {m.admin_lots_change()}
        </Button>
      </div>
      {isChoosing && <ChooseLots order={order} read={data} onClose={() => setIsChoosing(false)} />}
    </section>
  );
}

function LotLine({ lot, name }: { lot: PackedLot; name: string }) {
  const { quantity, code, bestBy, isRecalled } = lot;
  return (
    <li>
      {m.admin_lots_line({ quantity, name, code, day: dayText(bestBy) })}
      {isRecalled && <strong className="block text-brand">{m.admin_lots_recalled()}</strong>}
    </li>
  );
}
