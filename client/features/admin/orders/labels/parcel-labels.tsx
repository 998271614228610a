import { useState } from 'react';
import * as m from '#messages';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { Label } from '#shared/shipping/labels.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { formatAmount, formatMoment } from '../../kit/format.ts';
import type { StatusLabels } from '../../kit/labels.ts';
import { OwnerOnly } from '../../kit/role.tsx';
import { StatusBadge } from '../../kit/status.tsx';
import { shippingPrice } from '../shipping.tsx';
import { useVoidLabel } from './api.ts';
import { labelPdfPath, labelsPdfPath, PdfLink } from './pdf-link.tsx';
import { failureText } from './words.ts';

const states: StatusLabels<Label['state']> = {
  requested: { tone: 'yellow', label: m.admin_label_requested },
  bought: { tone: 'green', label: m.admin_label_bought },
  failed: { tone: 'red', label: m.admin_label_failed },
  void_requested: { tone: 'yellow', label: m.admin_label_void_requested },
  voided: { tone: 'purple', label: m.admin_label_voided },
};

/** The labels of an order, their cost compared with the charged shipping, and buttons to print or void one. */
export function ParcelLabels({ order }: { order: OrderDetail }) {
  const [asked, setAsked] = useState<Label | null>(null);
  const voids = useVoidLabel(order, () => setAsked(null));
  if (order.labels.length === 0) return null;
  return (
    <>
      <ul className="mt-4 grid gap-4">
        {order.labels.map((label) => (
          <LabelRow key={label.id} order={order} label={label} onVoid={() => setAsked(label)} />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={m.admin_label_void_title()}
          text={m.admin_label_void_text()}
          confirm={m.admin_label_void()}
          isPending={voids.isPending}
          onConfirm={() => voids.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** For the head of a shipped order: the usable labels, in one file. */
export function PrintLabels({ order }: { order: OrderDetail }) {
  const usable = order.labels.filter(({ state }) => state === 'bought');
  const [label] = usable;
  if (!label || order.status !== 'shipped') return null;
  if (usable.length > 1) return <PdfLink href={labelsPdfPath([order])}>{m.admin_label_print_all()}</PdfLink>;
  return <PdfLink href={labelPdfPath(order, label)}>{m.admin_label_print()}</PdfLink>;
}

/** The contents of a label's parcel. */
function ofParcel(order: OrderDetail, { parcel, items }: Label): string | null {
  if (items === null) return null;
  const names = items.map(({ id, quantity }) => {
    const line = order.lines.find((each) => each.id === id);
    return `${quantity} × ${line?.name ?? id}`;
  });
  return m.admin_label_of_parcel({ parcel: parcel + 1, items: names.join(', ') });
}

function LabelRow({ order, label, onVoid }: { order: OrderDetail; label: Label; onVoid: () => void }) {
  const { state, carrier, service, cost, failure, isSample, createdAt } = label;
  const packed = ofParcel(order, label);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <StatusBadge status={state} labels={states} />
      <span>{[carrier, service].filter(Boolean).join(' ')}</span>
      <time dateTime={createdAt} className="text-[0.92rem] text-ink-soft">
        {formatMoment(createdAt)}
      </time>
      {packed && <span className="basis-full">{packed}</span>}
      {cost !== null && (
        <span className="basis-full tabular-nums">
          {m.admin_label_cost({ cost: formatAmount(cost), paid: shippingPrice(order.shippingCost ?? '0.00') })}
        </span>
      )}
      {isSample && state === 'bought' && <span className="basis-full font-semibold">{m.admin_label_sample()}</span>}
      {failure && <span className="basis-full font-semibold break-words">{failureText(failure)}</span>}
      {state === 'requested' && <span className="basis-full">{m.admin_label_waiting()}</span>}
      {state === 'void_requested' && !failure && <span className="basis-full">{m.admin_label_void_waiting()}</span>}
      {state === 'bought' && (
        <span className="flex basis-full flex-wrap gap-3">
          <PdfLink href={labelPdfPath(order, label)} variant="quiet">
            {m.admin_label_print()}
          </PdfLink>
          <OwnerOnly>
            <Button size="small" variant="quiet" onClick={onVoid}>
              {m.admin_label_void_open()}
            </Button>
          </OwnerOnly>
        </span>
      )}
    </li>
  );
}
