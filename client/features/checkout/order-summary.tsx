import * as m from '#messages';
import { ADDITIONS, DEDUCTIONS } from '#shared/core/amounts.ts';
import type { Localized } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import { containedIn } from '../../lib/allergens.ts';
import { shopFacts } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { AmountRows } from '../../ui/amount-rows.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Picture } from '../../ui/picture.tsx';
import { findProduct } from '../cart/cart.ts';
import { amountLabels } from './amount-labels.ts';
import { type Checkout, type PricedLine, pricedLines, totalsOf } from './checkout-machine.ts';

type Props = {
  checkout: Checkout;
  /** In narrow windows, one expandable line with the total. */
  isFolded?: boolean;
};

/**
 * The bought lines and the amounts. They are those of the cart when checkout began; in the payment step, those that the
 * payment charges (P14).
 */
export function OrderSummary({ checkout, isFolded = false }: Props) {
  const language = useLanguage();
  const totals = totalsOf(checkout);
  if (!totals) return null;
  const lines = pricedLines(checkout);
  if (isFolded) {
    return (
      <details className="group rounded-card bg-tint/70">
        <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-2 px-5 font-semibold [&::-webkit-details-marker]:hidden">
          <span>{m.checkout_summary()}</span>
          <Icon
            name="arrow"
            className="size-4 rotate-90 transition group-open:-rotate-90 motion-reduce:transition-none"
          />
          <span className="ml-auto font-display text-[1.3rem]">{formatPrice(totals.totalCents, language)}</span>
        </summary>
        <div className="px-5 pb-5">
          <Lines lines={lines} />
          <Totals totals={totals} />
        </div>
      </details>
    );
  }
  return (
    <div className="rounded-card bg-tint/70 p-6">
      <h2 id="summary-heading" className="mb-4 text-h3">
        {m.checkout_summary()}
      </h2>
      <Lines lines={lines} />
      <Totals totals={totals} />
    </div>
  );
}

/** @param lines those of an order contain their names, because the product may no longer be in the catalogue */
export function Lines({ lines }: { lines: readonly (PricedLine & { names?: Localized })[] }) {
  const language = useLanguage();
  return (
    <ul className="grid gap-4">
      {lines.map((line) => {
        const product = findProduct(line.id);
        const name = (line.names ?? product?.name)?.[language];
        return (
          <li key={line.id} className="grid grid-cols-[3.75rem_1fr_auto] items-center gap-3.5">
            {product ? (
              <Picture
                name={product.images[0]}
                sizes="64px"
                isDecorative
                className="aspect-square w-full rounded-field object-cover"
              />
            ) : (
              <span aria-hidden="true" className="tiles aspect-square rounded-field" />
            )}
            <p className="text-[0.95rem] leading-snug font-semibold">
              <span>{`${line.quantity} × ${name}`}</span>
              {product && product.allergens.length > 0 && (
                <span className="mt-0.5 block font-normal">
                  {m.shop_contains({ allergens: containedIn(product, language) })}
                </span>
              )}
            </p>
            <p className="tabular-nums">{formatPrice(line.priceCents * line.quantity, language)}</p>
          </li>
        );
      })}
    </ul>
  );
}

export function Totals({ totals }: { totals: NonNullable<ReturnType<typeof totalsOf>> }) {
  const language = useLanguage();
  const { shippingCents } = totals;
  const labels = amountLabels(totals.discountName);
  return (
    <dl className="mt-5 grid grid-cols-[1fr_auto] gap-y-1.5 border-t-2 border-ink/10 pt-4">
      <dt>{m.checkout_summary_items()}</dt>
      <dd className="text-right tabular-nums">{formatPrice(totals.subtotalCents, language)}</dd>
      <AmountRows names={DEDUCTIONS} cents={totals} labels={labels} />
      <dt>{m.checkout_summary_shipping()}</dt>
      <dd className="text-right tabular-nums">
        {shippingCents === null ? (
          <span className="text-ink-soft">{m.checkout_summary_later()}</span>
        ) : shippingCents === 0 ? (
          <span className="font-semibold text-second">{m.checkout_free()}</span>
        ) : (
          formatPrice(shippingCents, language)
        )}
      </dd>
      <AmountRows names={ADDITIONS} cents={totals} labels={labels} />
      <dt className="mt-2 self-center font-semibold">{m.checkout_summary_total()}</dt>
      <dd className="mt-2 text-right font-display text-[1.6rem] leading-none">
        {formatPrice(totals.totalCents, language)}
      </dd>
    </dl>
  );
}

/** The shop's phone number and mail address as links. */
export function ContactLine({ className = '' }: { className?: string }) {
  const { phone, phoneHref, email } = shopFacts();
  return (
    <p className={`flex flex-wrap items-center gap-x-4 text-[0.95rem] ${className}`}>
      <span>{m.checkout_contact()}</span>
      <a href={`tel:${phoneHref}`} className="link inline-flex min-h-11 items-center whitespace-nowrap">
        {phone}
      </a>
      <a href={`mailto:${email}`} className="link inline-flex min-h-11 items-center break-all">
        {email}
      </a>
    </p>
  );
}
