import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { WrittenOrder } from '#shared/written-orders/written-orders.ts';
import { useLanguage } from '../../../lib/language.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { Dialog } from '../kit/dialog.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { formatCents } from '../kit/format.ts';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { useSingleSave } from '../kit/use-single-save.ts';
import { useWrite, useWrittenPreview } from './api.ts';
import { CustomerPart } from './customer-part.tsx';
import { EndingPart, MorePart } from './ending-part.tsx';
import { LinesPart } from './lines-part.tsx';
import { LinkMade } from './link-made.tsx';
import { ShippingPart } from './shipping-part.tsx';
import { Totals } from './totals.tsx';
import { bodyOf, type Contact, contactOf, emptyValues, previewInputOf, type WrittenValues } from './values.ts';

const PAUSE_MS = 300;

type Props = {
  /** The order whose items and customer are taken; '' for none. */
  again: string;
  /** A mail address to look for; '' for none. */
  customer: string;
  onClose: () => void;
};

/** A new order: for whom, of what, sent how, and how it is paid. The sums are the server's. */
export default function NewOrder({ again, customer, onClose }: Props) {
  const [made, setMade] = useState<WrittenOrder | null>(null);
  const [, navigate] = useLocation();
  const language = useLanguage();
  const [empty] = useState(() => emptyValues(language));
  const form = useForm<WrittenValues>({ defaultValues: empty });
  const draft = useDraft<WrittenValues>({ key: `written:${again || 'new'}`, form, onClose });
  const fill = (contact: Contact) => {
    for (const [name, value] of Object.entries(contact)) {
      form.setValue(name as keyof Contact, value, { shouldDirty: true });
    }
    form.clearErrors();
  };
  useAgain(again, (order) => {
    if (draft.isRestored) return;
    fill(contactOf(order));
    const lines = order.lines.map(({ id, quantity }) => ({ id, quantity, price: '', reason: '' }));
    form.setValue('lines', lines, { shouldDirty: true });
  });
  const write = useWrite((written) => {
    draft.clearDraft();
    if (!written.orderId) return setMade(written);
    toast({ title: m.admin_written_saved() });
    navigate(adminPath('orders', { open: written.orderId }));
  });
  const saveOnce = useSingleSave(write);
  const values = form.watch();
  const { preview, shown } = useSums(values);
  if (made) return <LinkMade written={made} onClose={onClose} />;
  const total = shown ? formatCents(shown.totals.totalCents) : '';
  return (
    <Dialog title={m.admin_written_new()} className="max-w-3xl" onClose={onClose}>
      <form
        noValidate
        className="mt-4 grid gap-6"
        onSubmit={form.handleSubmit((input) => {
          const read = bodyOf(input, shown);
          if ('body' in read) return saveOnce({ key: input.key, body: read.body });
          for (const [i, { field, issue }] of read.issues.entries()) {
            form.setError(field, { message: issue }, { shouldFocus: i === 0 });
          }
        })}
      >
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <FormSection title={m.admin_col_customer()}>
          <CustomerPart form={form} customer={customer} onKnown={fill} />
        </FormSection>
        <FormSection title={m.admin_col_items()}>
          <LinesPart form={form} />
        </FormSection>
        <FormSection title={m.admin_col_shipping()}>
          <ShippingPart form={form} preview={preview.data} />
        </FormSection>
        <MorePart form={form} />
        <FormSection title={m.admin_order_payment()}>
          <EndingPart form={form} />
        </FormSection>
        {preview.data && values.lines.length > 0 && (
          <Totals preview={preview.data} isBusy={!shown} hasTax={preview.data.shipping !== null} />
        )}
        <FormEnd
          error={write.error ?? preview.error}
          onCancel={draft.leave}
          isBusy={write.isPending}
          disabled={!shown?.shipping || write.isPending}
        >
          {write.isPending
            ? m.admin_saving()
            : values.kind === 'link'
              ? m.admin_written_make_link({ amount: total })
              : m.admin_written_save_paid({ amount: total })}
        </FormEnd>
      </form>
    </Dialog>
  );
}

/** The server's sums; `shown` only while they are those of exactly these values. */
function useSums(values: WrittenValues) {
  const typed = JSON.stringify(previewInputOf(values));
  const [asked, setAsked] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const preview = useWrittenPreview(JSON.parse(asked));
  const isExact = typed === asked && asked !== 'null' && !preview.isPlaceholderData && !preview.isError;
  return { preview, shown: isExact ? preview.data : undefined };
}

/** Reads the order that is ordered again, once. */
function useAgain(id: string, onRead: (order: OrderDetail) => void) {
  const { data } = useQuery<OrderDetail>({ queryKey: [adminKeys.orders[0], id], enabled: id !== '' });
  const [isDone, setIsDone] = useState(false);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    if (!data || isDone) return;
    setIsDone(true);
    read(data);
  }, [data, isDone]);
}
