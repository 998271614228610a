import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as m from '#messages';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import {
  type DisputeFile,
  EVIDENCE_FIELDS,
  type EvidenceField,
  type EvidenceText,
  type OrderDispute,
  type SentEvidence,
} from '#shared/orders/dispute-file.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { Button } from '../../../../ui/button.tsx';
import { adminKeys } from '../../keys.ts';
import { AdminIcon } from '../../kit/admin-icons.tsx';
import { SaveError } from '../../kit/detail/change-error.tsx';
import { FactsList } from '../../kit/detail/facts-list.tsx';
import { PrintSheets } from '../../kit/detail/print-sheets.tsx';
import { useAction } from '../../kit/detail/use-action.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { formatAmount, formatCount, formatMoment } from '../../kit/format.ts';
import { Loaded } from '../../kit/load-states.tsx';
import { disputeReason, disputeState } from './labels.ts';

const labels: Readonly<Record<EvidenceField, () => string>> = {
  customer_name: m.admin_evidence_customer_name,
  customer_email_address: m.admin_evidence_customer_email_address,
  shipping_address: m.admin_evidence_shipping_address,
  shipping_carrier: m.admin_evidence_shipping_carrier,
  shipping_tracking_number: m.admin_evidence_shipping_tracking_number,
  shipping_date: m.admin_evidence_shipping_date,
  product_description: m.admin_evidence_product_description,
  refund_policy_disclosure: m.admin_evidence_refund_policy_disclosure,
  uncategorized_text: m.admin_evidence_uncategorized_text,
};

/** The shop's evidence for a disputed order: to write at the provider, and to print. */
export default function DisputeDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const read = useDisputeFile(order.id);
  return (
    <Dialog
      title={m.admin_dispute_file_title({ number: orderNumber(order.id) })}
      description={m.admin_dispute_file_text()}
      onClose={onClose}
    >
      <Loaded read={read}>{(file) => <File order={order} file={file} />}</Loaded>
    </Dialog>
  );
}

function File({ order, file }: { order: OrderDetail; file: DisputeFile }) {
  const [isPrinting, setIsPrinting] = useState(false);
  const send = useSendEvidence(order.id);
  const dispute = send.data?.dispute ?? file.dispute;
  const shown = send.data?.sent ?? file.evidence;
  return (
    <div className="mt-5 grid gap-5">
      {dispute ? (
        <DisputeState dispute={dispute} />
      ) : (
        <p role="status">{file.isKnown ? m.admin_dispute_file_none() : m.admin_dispute_file_unknown()}</p>
      )}
      {dispute?.isOpen && dispute.prepared.length > 0 && !send.data && (
        <p>{m.admin_dispute_file_prepared({ count: formatCount(dispute.prepared.length) })}</p>
      )}
      {send.data && (
        <p role="status" className="border-second border-l-4 pl-3 font-semibold">
          {m.admin_dispute_file_sent({ count: formatCount(send.data.sent.length) })}
        </p>
      )}
      {dispute && dispute.own.length > 0 && <p>{m.admin_dispute_file_own({ fields: namesOf(dispute.own) })}</p>}
      <SaveError error={send.error} />
      <div className="flex flex-wrap items-center gap-3">
        {dispute?.isOpen && (
          <Button size="small" isBusy={send.isPending} disabled={send.isPending} onClick={() => send.mutate()}>
            {dispute.prepared.length > 0 ? m.admin_dispute_file_again() : m.admin_dispute_file_send()}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => setIsPrinting(true)}>
          <AdminIcon name="print" />
          {m.admin_dispute_file_print()}
        </Button>
        {dispute && order.paymentUrl && (
          <a className="link" href={order.paymentUrl} target="_blank" rel="noreferrer">
            {m.admin_dispute_file_open_there()}
          </a>
        )}
      </div>
      <FactsList facts={shown.map(({ field, text }) => [labels[field](), <Text key={field} text={text} />])} />
      <p className="text-[0.92rem] text-ink-soft">{emptyText(file.evidence)}</p>
      {isPrinting && (
        <PrintSheets onDone={() => setIsPrinting(false)}>
          <Sheet order={order} file={file} />
        </PrintSheets>
      )}
    </div>
  );
}

const namesOf = (fields: readonly EvidenceField[]) => fields.map((field) => labels[field]()).join(', ');

function emptyText(evidence: readonly EvidenceText[]): string {
  const empty = EVIDENCE_FIELDS.filter((field) => !evidence.some((each) => each.field === field));
  const never = m.admin_dispute_file_never();
  return empty.length > 0 ? `${m.admin_dispute_file_empty({ fields: namesOf(empty) })} ${never}` : never;
}

function DisputeState({ dispute }: { dispute: OrderDispute }) {
  const { amount, reason, status, dueAt, isOpen } = dispute;
  const state = m.admin_history_dispute({
    amount: formatAmount(amount),
    reason: disputeReason(reason),
    state: disputeState(status),
  });
  return (
    <div className="grid gap-1">
      <p className="font-semibold">{state}.</p>
      {isOpen && dueAt && <p>{m.admin_dispute_file_due({ when: formatMoment(dueAt) })}</p>}
      {!isOpen && <p>{m.admin_dispute_file_closed()}</p>}
    </div>
  );
}

/** Longer texts are folded. */
const LONG = 240;

function Text({ text }: { text: string }) {
  const words = <span className="block whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">{text}</span>;
  if (text.length <= LONG) return words;
  return (
    <details>
      <summary className="link cursor-pointer">
        {m.admin_dispute_file_read({ count: formatCount(text.length) })}
      </summary>
      <div className="mt-2">{words}</div>
    </details>
  );
}

function Sheet({ order, file }: { order: OrderDetail; file: DisputeFile }) {
  return (
    <article className="slip">
      <h1 className="text-h3">{m.admin_dispute_file_title({ number: orderNumber(order.id) })}</h1>
      {file.dispute && <DisputeState dispute={file.dispute} />}
      {file.evidence.map(({ field, text }) => (
        <section key={field} className="mt-5">
          <h2 className="font-sans text-sm font-bold">{labels[field]()}</h2>
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">{text}</p>
        </section>
      ))}
      <p className="mt-5 text-sm">{emptyText(file.evidence)}</p>
    </article>
  );
}

const [path] = adminKeys.orders;

/** The dispute file of an order, read each time it is opened, because the dispute may have changed at the provider. */
function useDisputeFile(orderId: string) {
  return useQuery<DisputeFile>({ queryKey: [path, orderId, 'dispute-file'], staleTime: 0, gcTime: 0 });
}

/** Writes the evidence at the provider; idempotent. */
function useSendEvidence(orderId: string) {
  return useAction({
    call: () => callApi<SentEvidence>(`${path}/${orderId}/dispute-file`, { method: 'POST' }),
    refresh: [[path, orderId]],
  });
}
