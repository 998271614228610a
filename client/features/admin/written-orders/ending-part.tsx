import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import { shopDay } from '#shared/shipping/ship-days.ts';
import {
  LINK_DAYS,
  MAX_ORDER_NOTE,
  MAX_PAYMENT_REFERENCE,
  PAID_METHODS,
} from '#shared/written-orders/written-orders.ts';
import { SelectField, TextAreaField, TextField } from '../../../ui/form.tsx';
import { Check } from '../kit/form/check.tsx';
import { fieldOf } from '../kit/form/field-of.ts';
import { Fold } from '../kit/form/fold.tsx';
import { methodLabels } from './method-labels.ts';
import type { WrittenValues } from './values.ts';

type Props = { form: UseFormReturn<WrittenValues> };

/** A code and a note, which most orders do not have. */
export function MorePart({ form }: Props) {
  const field = fieldOf(form);
  return (
    <Fold summary={m.admin_written_more()} isNeeded={form.watch('code') !== '' || form.watch('note') !== ''}>
      <div className="mt-3 grid gap-4">
        <TextField
          label={m.admin_code_code()}
          fieldClass="max-w-72"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          {...field('code')}
        />
        <TextAreaField
          label={m.admin_order_notes()}
          hint={m.admin_written_note_hint()}
          rows={2}
          maxLength={MAX_ORDER_NOTE}
          {...field('note')}
        />
      </div>
    </Fold>
  );
}

/** How it is paid: later by a link, or already. */
export function EndingPart({ form }: Props) {
  const kind = form.watch('kind');
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">{m.admin_order_payment()}</legend>
        <Check type="radio" value="link" {...form.register('kind')}>
          {m.admin_written_by_link()}
        </Check>
        <Check type="radio" value="paid" {...form.register('kind')}>
          {m.admin_written_already()}
        </Check>
      </fieldset>
      {kind === 'link' ? <LinkFields form={form} /> : <PaidFields form={form} />}
    </>
  );
}

function LinkFields({ form }: Props) {
  return (
    <div className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-2">
      <SelectField
        label={m.admin_written_days()}
        options={LINK_DAYS.map((days) => ({
          value: String(days),
          label: days === 1 ? m.admin_written_days_of_one() : m.admin_written_days_of({ count: days }),
        }))}
        {...form.register('days')}
      />
      <Check {...form.register('mail')}>{m.admin_written_mail_link()}</Check>
    </div>
  );
}

function PaidFields({ form }: Props) {
  const field = fieldOf(form);
  return (
    <div className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-2">
      <SelectField
        label={m.admin_written_method()}
        options={PAID_METHODS.map((method) => ({ value: method, label: methodLabels[method]() }))}
        {...form.register('method')}
      />
      <TextField
        label={m.admin_written_reference()}
        isOptional
        autoComplete="off"
        maxLength={MAX_PAYMENT_REFERENCE}
        {...field('reference')}
      />
      <TextField label={m.admin_written_paid_on()} type="date" max={shopDay(new Date())} {...field('paidOn')} />
      <Check {...form.register('notify')}>{m.admin_written_confirm()}</Check>
    </div>
  );
}
