import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import * as m from '#messages';
import { MAX_GIFT_NOTE } from '#shared/checkout/gift.ts';
import { centsOf } from '#shared/core/money.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { type Correction, correctionOf, correctionSchema, type ShippingPrice } from '#shared/orders/change.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { TextAreaField, TextField } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { formatAmount, formatCents } from '../kit/format.ts';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { addressLines } from './address.ts';
import { useCorrection, useShippingPrice } from './correction-api.ts';

const valuesOf = (order: Order) => ({
  ...correctionOf(order),
  addressLine2: order.addressLine2 ?? '',
  recipientName: order.recipientName ?? '',
  giftNote: order.giftNote ?? '',
});

type CorrectionValues = z.input<typeof correctionSchema>;

/** The fields, in the order of the form. */
const FIELDS = {
  customerName: { label: m.admin_correct_name, isWide: true },
  email: { label: m.admin_fact_email, isWide: false, type: 'email' },
  phone: { label: m.admin_fact_phone, isWide: false, type: 'tel' },
  addressLine1: { label: m.admin_correct_line_1, isWide: true },
  addressLine2: { label: m.admin_correct_line_2, isWide: true, isOptional: true },
  city: { label: m.admin_correct_city, isWide: true },
  state: { label: m.admin_correct_state, isWide: false },
  zipCode: { label: m.admin_correct_zip, isWide: false },
  recipientName: { label: m.admin_correct_recipient, isWide: true, isOptional: true },
} as const;
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/**
 * Corrects address and contact of an order that has not been shipped. Asks before saving if shipping becomes dearer or
 * the tax differs.
 */
export default function CorrectDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const save = useCorrection(order, () => draft.leave());
  const price = useShippingPrice(order.id);
  const form = useForm({ resolver: zodResolver(correctionSchema), defaultValues: valuesOf(order) });
  const { handleSubmit } = form;
  const draft = useDraft({ key: `correct:${order.id}`, form, row: order, snapshotOf: valuesOf, onClose });
  const [dear, setDear] = useState<{ input: Correction; price: ShippingPrice } | null>(null);
  const saveIt = (input: Correction, { acceptTax }: { acceptTax: boolean }) =>
    save.correct(input, draft.save, acceptTax);
  /** Overwrites the present order. */
  const saveOver = (current: Order) =>
    handleSubmit((input) => {
      if (isSameAddress(input, current)) return saveIt(input, { acceptTax: false });
      price.mutate(input, {
        onSuccess: (found) =>
          isDearer(found) || found.tax ? setDear({ input, price: found }) : saveIt(input, { acceptTax: false }),
      });
    });
  const isBusy = save.isPending || price.isPending;
  return (
    <Dialog
      title={m.admin_correct_title({ number: orderNumber(order.id) })}
      description={m.admin_correct_text()}
      onClose={onClose}
    >
      <form noValidate className="mt-5 grid gap-4 sm:grid-cols-2" onSubmit={saveOver(order)}>
        <div className="empty:hidden sm:col-span-2">
          <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        </div>
        <CorrectionFields form={form} />
        <div className="empty:hidden sm:col-span-2">
          <ConflictNotice<Order>
            error={save.error}
            facts={contactFacts}
            onMine={(current) => {
              draft.startFrom(current);
              void saveOver(current)();
            }}
            onTheirs={draft.leave}
          />
        </div>
        <FormEnd
          error={save.error ?? price.error}
          onCancel={draft.leave}
          className="sm:col-span-2"
          isBusy={isBusy}
          disabled={isBusy}
        >
          {isBusy ? m.admin_saving() : m.admin_correct_save()}
        </FormEnd>
      </form>
      {dear && (
        <ConfirmDialog
          title={isDearer(dear.price) ? m.admin_correct_dear_title() : m.admin_correct_tax_title()}
          text={[isDearer(dear.price) && priceText(dear.price), taxText(dear.price)].filter(Boolean).join(' ')}
          confirm={m.admin_correct_dear_save()}
          cancel={m.admin_tracking_odd_back()}
          onConfirm={() => {
            setDear(null);
            saveIt(dear.input, { acceptTax: dear.price.tax !== null });
          }}
          onClose={() => setDear(null)}
        />
      )}
    </Dialog>
  );
}

const contactFacts = (order: Order): [string, string][] => [
  [m.admin_col_customer(), addressLines(order).join(', ')],
  [m.admin_fact_email(), order.email],
  [m.admin_fact_phone(), order.phone],
  [m.admin_gift_note(), order.giftNote ?? '-'],
];

function CorrectionFields({ form: { register, formState } }: { form: UseFormReturn<CorrectionValues> }) {
  return (
    <>
      {NAMES.map((name) => {
        const { label, isWide, ...more } = FIELDS[name];
        return (
          <TextField
            key={name}
            label={label()}
            fieldClass={isWide ? 'sm:col-span-2' : undefined}
            autoComplete="off"
            error={issueText(formState.errors[name]?.message)}
            {...more}
            {...register(name)}
          />
        );
      })}
      <TextAreaField
        label={m.admin_gift_note()}
        fieldClass="sm:col-span-2"
        rows={3}
        dir="auto"
        maxLength={MAX_GIFT_NOTE}
        isOptional
        error={issueText(formState.errors.giftNote?.message)}
        {...register('giftNote')}
      />
    </>
  );
}

function isSameAddress(input: Correction, order: Order): boolean {
  const addressOf = ({ addressLine1, addressLine2, city, state, zipCode }: Correction) =>
    [addressLine1, addressLine2 ?? '', city, state, zipCode].join('\n');
  return addressOf(input) === addressOf(order);
}

/** Whether the new address costs more than the old one, or its price is unknown. */
const isDearer = ({ present, corrected }: ShippingPrice) =>
  present === null || corrected === null || centsOf(corrected) > centsOf(present);

function priceText({ paid, present, corrected }: ShippingPrice): string {
  if (corrected === null) return m.admin_correct_dear_unknown({ paid: formatAmount(paid ?? '0.00') });
  return m.admin_correct_dear_text({
    price: formatAmount(corrected),
    before: present === null ? '-' : formatAmount(present),
    paid: formatAmount(paid ?? '0.00'),
  });
}

/** The consequence for the tax; '' if it is the same. */
function taxText({ tax }: ShippingPrice): string {
  if (!tax) return '';
  const paid = formatAmount(tax.paid);
  if (tax.corrected === null) return m.admin_correct_tax_unknown({ paid });
  const more = centsOf(tax.corrected) - centsOf(tax.paid);
  if (more === 0) return m.admin_correct_tax_state({ paid });
  const values = { paid, there: formatAmount(tax.corrected), difference: formatCents(Math.abs(more)) };
  return more > 0 ? m.admin_correct_tax_text(values) : m.admin_correct_tax_less(values);
}
