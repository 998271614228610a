import { type UseFormReturn, useForm } from 'react-hook-form';
import * as m from '#messages';
import { centsOf, centsToText, textToCents } from '#shared/core/money.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import {
  linesLeft,
  MAX_CERTIFICATE,
  MAX_REFUND_REASON,
  piecesCents,
  type Refund,
  type RefundInput,
  shippingPaidCents,
  taxInParts,
} from '#shared/orders/refunds.ts';
import { SelectField, TextField } from '../../../../ui/form.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Check } from '../../kit/form/check.tsx';
import { FormEnd } from '../../kit/form/form-end.tsx';
import { formatAmount, formatCents } from '../../kit/format.ts';
import { DraftNotice, useDraft } from '../../kit/use-draft.tsx';
import { useRefund } from './api.ts';

type Values = {
  what: 'all' | 'lines' | 'amount' | 'tax';
  /** By product. */
  quantities: Record<string, string>;
  hasShipping: boolean;
  amount: string;
  certificate: string;
  validUntil: string;
  reason: string;
  notify: boolean;
};

/** Refunds the rest, some boxes, or another amount. */
export default function RefundDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const form = useForm<Values>({
    defaultValues: {
      what: 'all',
      quantities: Object.fromEntries(order.lines.map(({ id }) => [id, '0'])),
      hasShipping: false,
      amount: '',
      certificate: '',
      validUntil: '',
      reason: '',
      notify: true,
    },
  });
  const { watch, handleSubmit } = form;
  const draft = useDraft({ key: `refund:${order.id}`, form, onClose });
  const refund = useRefund(order, draft.leave);
  const values = watch();
  const leftCents = centsOf(order.refundableAmount);
  const cents = chosenCents(values, order);
  const isTooMuch = cents !== null && cents > leftCents;
  const isPayable = cents !== null && cents > 0 && !isTooMuch;
  const error = isTooMuch ? m.admin_refund_too_much({ amount: formatAmount(order.refundableAmount) }) : undefined;
  return (
    <Dialog
      title={m.admin_refund_title({ number: orderNumber(order.id) })}
      description={m.admin_refund_text({
        left: formatAmount(order.refundableAmount),
        total: formatAmount(order.totalAmount),
      })}
      onClose={onClose}
    >
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={handleSubmit((input) => {
          if (isPayable) refund.mutate(bodyOf(input, cents));
        })}
      >
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <WhatChoice form={form} order={order} />
        <PartFields form={form} order={order} error={error} />
        <ReasonFields form={form} />
        <FormEnd
          error={refund.error}
          onCancel={draft.leave}
          variant="danger"
          isPending={refund.isPending}
          disabled={!isPayable}
        >
          {refund.isPending ? m.admin_refund_pending() : m.admin_refund_press({ amount: formatCents(cents ?? 0) })}
        </FormEnd>
      </form>
    </Dialog>
  );
}

type PartProps = { form: UseFormReturn<Values>; order: OrderDetail };

function WhatChoice({ form: { register }, order }: PartProps) {
  const ways = [
    ['all', m.admin_refund_all({ amount: formatAmount(order.refundableAmount) })],
    ['lines', m.admin_refund_lines()],
    ['amount', m.admin_refund_other()],
    ...(isTaxHeld(order) ? [['tax', m.admin_refund_tax({ amount: formatAmount(order.tax) })] as const] : []),
  ] as const;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 font-semibold">{m.admin_refund_what()}</legend>
      {ways.map(([value, label]) => (
        <Check key={value} type="radio" value={value} {...register('what')}>
          {label}
        </Check>
      ))}
    </fieldset>
  );
}

/** The inputs of the chosen way. @param error why it cannot be refunded */
function PartFields({ form: { register, watch }, order, error }: PartProps & { error: string | undefined }) {
  const what = watch('what');
  const shippingCents = shippingPaidCents(paidParts(order));
  return (
    <>
      {what === 'lines' && (
        <div className="grid gap-4">
          {linesLeft(order.lines, returnedOf(order)).map(({ id, name, quantity, unitPriceCents }) => (
            <SelectField
              key={id}
              label={m.admin_refund_quantity({ name, price: formatCents(unitPriceCents) })}
              options={Array.from({ length: quantity + 1 }, (_, n) => ({ value: String(n), label: String(n) }))}
              {...register(`quantities.${id}`)}
            />
          ))}
          {shippingCents > 0 && (
            <Check {...register('hasShipping')}>
              {m.admin_refund_shipping({ amount: formatCents(shippingCents) })}
            </Check>
          )}
          {error && (
            <p role="alert" className="text-sm font-semibold text-brand">
              {error}
            </p>
          )}
        </div>
      )}
      {what === 'amount' && (
        <TextField
          label={m.admin_refund_amount()}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          error={error}
          {...register('amount')}
        />
      )}
      {what === 'tax' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={m.admin_refund_certificate()}
            hint={m.admin_refund_certificate_hint()}
            maxLength={MAX_CERTIFICATE}
            autoComplete="off"
            {...register('certificate')}
          />
          <TextField label={m.admin_refund_valid_until()} type="date" {...register('validUntil')} />
        </div>
      )}
    </>
  );
}

function ReasonFields({ form: { register } }: Pick<PartProps, 'form'>) {
  return (
    <>
      <TextField
        label={m.admin_refund_reason()}
        hint={m.admin_refund_reason_hint()}
        isOptional
        maxLength={MAX_REFUND_REASON}
        autoComplete="off"
        {...register('reason')}
      />
      <Check {...register('notify')}>{m.admin_refund_notify()}</Check>
    </>
  );
}

const linesOf = ({ quantities }: Values) =>
  Object.entries(quantities).flatMap(([id, quantity]) =>
    Number(quantity) > 0 ? [{ id, quantity: Number(quantity) }] : [],
  );

const isHeld = ({ state }: Refund) => state === 'requested' || state === 'succeeded';
const returnedOf = ({ refunds }: OrderDetail) => refunds.filter(isHeld).flatMap(({ lines }) => lines ?? []);
/** Tax is refunded as a whole, before any other refund. */
const isTaxHeld = ({ tax, refunds }: OrderDetail) => tax !== '0.00' && !refunds.some(isHeld);
const paidParts = (order: OrderDetail) => taxInParts(order, order.taxLines[0]?.reason);

/** The amount to refund, in US cents; `null` while it is unknown. A comma counts as a decimal point. */
function chosenCents(values: Values, order: OrderDetail): number | null {
  if (values.what === 'all') return centsOf(order.refundableAmount);
  if (values.what === 'amount') return textToCents(values.amount.trim().replace(/^\$/, '').replace(',', '.'));
  if (values.what === 'tax') return values.certificate.trim() && values.validUntil ? centsOf(order.tax) : null;
  const paid = paidParts(order);
  const pieces = piecesCents(paid.lines, returnedOf(order), linesOf(values));
  return pieces === null ? null : pieces + (values.hasShipping ? shippingPaidCents(paid) : 0);
}

function bodyOf(values: Values, cents: number): RefundInput {
  const common = { reason: values.reason.trim() || null, notify: values.notify, certificate: null };
  if (values.what === 'tax') {
    return { ...common, certificate: values.certificate.trim(), certificateUntil: values.validUntil };
  }
  if (values.what !== 'lines') return { amount: centsToText(cents), ...common };
  return { lines: linesOf(values), shipping: values.hasShipping, ...common };
}
