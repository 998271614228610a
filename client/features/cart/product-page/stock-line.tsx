import { useLocation } from 'wouter';
import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { productAt, shopFacts } from '../../../lib/catalogue.ts';
import { getLanguage } from '../../../lib/language.ts';
import { shipDays } from '../../../lib/ship-days.ts';
import { Icon } from '../../../ui/icons.tsx';
import { unavailableWord } from '../add-button.tsx';
import { leftText } from '../left-text.ts';

/** Availability, and when the product ships; shown until the page knows when it arrives. */
export default function StockLine() {
  const [path] = useLocation();
  const product = productAt(path);
  if (!product || unavailableWord(product) !== null) return null;
  return <StockText product={product} text={m.item_ships({ days: shipDays() })} />;
}

/**
 * In narrow columns the text about arrival has two lines. Their space is reserved, so that nothing moves when it
 * appears.
 */
export function StockText({ product: { left }, text }: { product: Product; text: string }) {
  const lead = left === undefined ? m.item_in_stock() : `${leftText(left)}.`;
  return (
    <p className="mt-4 flex items-start gap-2 text-[0.95rem] leading-snug text-second max-sm:min-h-[2.75em] lg:max-xl:min-h-[2.75em]">
      <Icon name="check" className="mt-px size-5" />
      <span>
        <span className="font-semibold">{lead}</span> <span>{text}</span>
      </span>
    </p>
  );
}

export function arrivalText(day: string, isFree: boolean, where: string = shopFacts().city): string {
  return (isFree ? m.item_arrives_free : m.item_arrives)({ day: promisedDay(day, getLanguage()), where });
}
