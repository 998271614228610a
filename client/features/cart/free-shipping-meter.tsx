import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import type { PublicShipping } from '#shared/shipping/public-shipping.ts';
import { useLanguage } from '../../lib/language.ts';
import { Icon } from '../../ui/icons.tsx';
import { freeShippingShare, missingForFreeShippingCents } from './free-shipping.ts';

type Props = { free: NonNullable<PublicShipping['free']>; subtotalCents: number; isHeavy: boolean };

/** How much is missing for free shipping; the bar shows the same as the text. */
export function FreeShippingMeter({ free, subtotalCents, isHeavy }: Props) {
  const language = useLanguage();
  const where = free.where[language];
  if (isHeavy) return <p className="text-sm">{m.shop_meter_heavy({ limit: free.upTo })}</p>;
  const missing = missingForFreeShippingCents(free, subtotalCents);
  const isReached = missing === 0;
  return (
    <div className="rounded-field bg-tint/60 px-4 py-3">
      <p
        className={`flex items-start gap-2 text-[0.92rem] leading-snug font-semibold ${isReached ? 'text-second' : ''}`}
        aria-live="polite"
      >
        {isReached && <Icon name="check" className="mt-px size-5" />}
        <span>
          {isReached
            ? m.shop_meter_reached({ where })
            : m.shop_meter_missing({ amount: formatPrice(missing, language), where })}
        </span>
      </p>
      <div aria-hidden="true" className="mt-2.5 h-2.5 overflow-hidden rounded-full bg-white">
        <div
          className={`h-full rounded-full transition-[width] duration-500 ease-soft motion-reduce:transition-none ${isReached ? 'bg-second' : 'bg-accent'}`}
          style={{ width: `${freeShippingShare(free, subtotalCents) * 100}%` }}
        />
      </div>
    </div>
  );
}
