import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { SHIPPING_WAYS, type ShippingWay, type WrittenPreview } from '#shared/written-orders/written-orders.ts';
import { useLanguage } from '../../../lib/language.ts';
import { TextField } from '../../../ui/form.tsx';
import { Check } from '../kit/form/check.tsx';
import { fieldOf } from '../kit/form/field-of.ts';
import { formatCents } from '../kit/format.ts';
import { rateKey, type WrittenValues } from './values.ts';

const wayLabels: Readonly<Record<ShippingWay, () => string>> = {
  rate: m.admin_written_way_rate,
  amount: m.admin_written_way_amount,
  pickup: m.admin_written_way_pickup,
  van: m.admin_written_way_van,
};

type Props = { form: UseFormReturn<WrittenValues>; preview: WrittenPreview | undefined };

/** How it gets to the customer: a service at its price, a typed price, collected, or by the shop's own van. */
export function ShippingPart({ form, preview }: Props) {
  const way = form.watch('way');
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">{m.admin_col_shipping()}</legend>
        {SHIPPING_WAYS.map((value) => (
          <Check key={value} type="radio" value={value} {...form.register('way')}>
            {wayLabels[value]()}
          </Check>
        ))}
      </fieldset>
      {way === 'rate' && <Rates form={form} preview={preview} />}
      {(way === 'amount' || way === 'van') && (
        <TextField
          label={m.admin_written_shipping_amount()}
          fieldClass="max-w-48"
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          placeholder="0.00"
          {...fieldOf(form)('shippingAmount')}
        />
      )}
    </>
  );
}

function Rates({ form, preview }: Props) {
  const language = useLanguage();
  if (preview?.ratesFailed) {
    return (
      <p role="alert" className="font-semibold text-brand">
        {preview.ratesFailed}
      </p>
    );
  }
  if (!preview || preview.rates.length === 0) return <p className="text-ink-soft">{m.admin_written_rates_later()}</p>;
  const chosen = preview.shipping?.way === 'rate' ? rateKey(preview.shipping.rate) : '';
  return (
    <fieldset className="grid">
      <legend className="sr-only">{m.admin_written_way_rate()}</legend>
      {preview.rates.map((rate) => (
        <Check
          key={rateKey(rate)}
          type="radio"
          name="rate"
          checked={chosen === rateKey(rate)}
          onChange={() => form.setValue('rate', rateKey(rate), { shouldDirty: true })}
        >
          <span className="flex flex-1 flex-wrap justify-between gap-x-4">
            <span>{`${rate.carrier}, ${rate.service}`}</span>
            <span className="tabular-nums">
              {rate.arriveBy && <span className="text-ink-soft">{`${promisedDay(rate.arriveBy, language)} · `}</span>}
              <span className="font-semibold">
                {rate.amountCents === 0 ? m.admin_free() : formatCents(rate.amountCents)}
              </span>
            </span>
          </span>
        </Check>
      ))}
    </fieldset>
  );
}
