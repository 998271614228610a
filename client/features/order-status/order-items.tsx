import * as m from '#messages';
import { ADDITIONS, AMOUNTS, DEDUCTIONS, forEachAmountCents } from '#shared/core/amounts.ts';
import { centsOf, formatPrice } from '#shared/core/money.ts';
import { orderTotals } from '#shared/core/totals.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { nameIn } from '#shared/shipping/names.ts';
import { products } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { AmountRows } from '../../ui/amount-rows.tsx';
import { Picture } from '../../ui/picture.tsx';

type Bought = Pick<
  OrderStatusView,
  'items' | 'discount' | 'tax' | 'discountName' | 'taxReason' | 'shippingCost' | 'difference' | 'totalAmount'
>;

/** The items and their prices, as stored in the order. */
export function OrderItems({ order }: { order: Bought }) {
  const language = useLanguage();
  const price = (cents: number) => formatPrice(cents, language);
  const lines = order.items.map(({ price: each, quantity }) => ({ priceCents: centsOf(each), quantity }));
  const { subtotalCents } = orderTotals(lines);
  const amounts = forEachAmountCents(AMOUNTS, (name) => centsOf(order[name]));
  const taxReason = order.taxReason[language];
  const labels = {
    discount: m.order_discount() + (order.discountName ? ` (${order.discountName[language]})` : ''),
    tax: (
      <>
        <span>{m.order_tax()}</span>
        {taxReason && <span className="block text-sm text-ink-soft">{taxReason}</span>}
      </>
    ),
  };
  return (
    <>
      <ul className="grid gap-5">
        {order.items.map((item) => (
          <OrderItem key={item.id} item={item} />
        ))}
      </ul>
      <dl className="mt-6 grid grid-cols-[1fr_auto] gap-y-1.5 border-t-2 border-line pt-5">
        <dt>{m.order_subtotal()}</dt>
        <dd className="text-right tabular-nums">{price(subtotalCents)}</dd>
        <AmountRows names={DEDUCTIONS} cents={amounts} labels={labels} />
        {order.shippingCost !== null && (
          <>
            <dt>{m.order_shipping()}</dt>
            <dd className="text-right tabular-nums">
              {centsOf(order.shippingCost) === 0 ? (
                <span className="font-semibold text-second">{m.order_free()}</span>
              ) : (
                price(centsOf(order.shippingCost))
              )}
            </dd>
          </>
        )}
        <AmountRows names={ADDITIONS} cents={amounts} labels={labels} />
        {order.difference !== '0.00' && (
          <>
            <dt>{m.order_difference()}</dt>
            <dd className="text-right tabular-nums">{price(centsOf(order.difference)).replace('-', '−')}</dd>
          </>
        )}
        <dt className="mt-2 self-center font-semibold">
          {order.difference === '0.00' ? m.order_total() : m.order_total_paid()}
        </dt>
        <dd className="mt-2 text-right font-display text-[1.7rem] leading-none">{price(centsOf(order.totalAmount))}</dd>
      </dl>
    </>
  );
}

function OrderItem({ item }: { item: OrderStatusView['items'][number] }) {
  const language = useLanguage();
  const product = products().find(({ id }) => id === item.id);
  const picture = product?.images[0];
  const known = item.names ?? product?.name;
  const each = centsOf(item.price);
  return (
    <li className="grid grid-cols-[4.5rem_1fr_auto] items-center gap-4">
      {picture ? (
        <Picture name={picture} sizes="72px" isDecorative className="aspect-square w-full rounded-field object-cover" />
      ) : (
        <span aria-hidden="true" className="tiles aspect-square rounded-field" />
      )}
      <div>
        <p className="leading-snug font-semibold">
          {`${item.quantity} × ${known ? nameIn(item.name, known, language) : item.name}`}
        </p>
        {item.quantity > 1 && (
          <p className="mt-0.5 text-[0.92rem] text-ink-soft">{m.order_each({ price: formatPrice(each, language) })}</p>
        )}
      </div>
      <p className="tabular-nums">{formatPrice(each * item.quantity, language)}</p>
    </li>
  );
}
