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

/** A day whose text is among the longest. */
const LONG_DAY = '2026-12-30';

/** Availability of a product's page, and when it ships, until the page knows when it arrives. */
export default function StockLine() {
  const [path] = useLocation();
  const product = productAt(path);
  if (!product || unavailableWord(product) !== null) return null;
  return <StockText product={product} text={m.item_ships({ days: shipDays() })} />;
}

/** The space of the longer text, about arrival, is reserved, so that nothing moves when that is known. */
export function StockText({ product: { left }, text }: { product: Product; text: string }) {
  const lead = left === undefined ? m.item_in_stock() : `${leftText(left)}.`;
  return (
    <div className="mt-4 grid text-[0.95rem] leading-snug text-second *:col-start-1 *:row-start-1">
      <Line lead={lead} text={arrivalText(LONG_DAY, true)} className="invisible" />
      <Line lead={lead} text={text} />
    </div>
  );
}

export function arrivalText(day: string, isFree: boolean, where: string = shopFacts().city): string {
  return (isFree ? m.item_arrives_free : m.item_arrives)({ day: promisedDay(day, getLanguage()), where });
}

function Line({ lead, text, className = '' }: { lead: string; text: string; className?: string }) {
  return (
    <p className={`flex items-start gap-2 ${className}`}>
      <Icon name="check" className="mt-px size-5" />
      <span>
        <span className="font-semibold">{lead}</span> <span>{text}</span>
      </span>
    </p>
  );
}
