import { useState } from 'react';
import * as m from '#messages';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { Label } from '#shared/shipping/labels.ts';
import { Badge, type BadgeTone } from '../../../../ui/badge.tsx';
import { Button, type ButtonLook, buttonClass } from '../../../../ui/button.tsx';
import { AdminIcon } from '../../kit/admin-icons.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { formatAmount, formatMoment } from '../../kit/format.ts';
import { shippingPrice } from '../shipping.tsx';
import { labelPdfPath, useVoidLabel } from './api.ts';
import { failureText } from './words.ts';

const states: Readonly<Record<Label['state'], { tone: BadgeTone; label: () => string }>> = {
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

type PrintProps = Pick<ButtonLook, 'variant'> & { order: OrderDetail; label: Label };

/** Opens the label's PDF to print. */
function PrintLabel({ order, label, variant = 'secondary' }: PrintProps) {
  return (
    <a
      className={buttonClass({ size: 'small', variant })}
      href={labelPdfPath(order, label)}
      target="_blank"
      rel="noreferrer"
    >
      <AdminIcon name="print" />
      {m.admin_label_print()}
    </a>
  );
}

/** For the head of a shipped order: the usable labels, in one file. */
export function PrintLabels({ order }: { order: OrderDetail }) {
  const usable = order.labels.filter(({ state }) => state === 'bought');
  const [label] = usable;
  if (!label || order.status !== 'shipped') return null;
  if (usable.length === 1) return <PrintLabel order={order} label={label} />;
  return (
    <a
      className={buttonClass({ size: 'small', variant: 'secondary' })}
      href={`/api/admin/labels.pdf?orders=${order.id}`}
      target="_blank"
      rel="noreferrer"
    >
      <AdminIcon name="print" />
      {m.admin_label_print_all()}
    </a>
  );
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
  const { tone, label: stateLabel } = states[state];
  const packed = ofParcel(order, label);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={tone}>{stateLabel()}</Badge>
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
          <PrintLabel order={order} label={label} variant="quiet" />
          <Button size="small" variant="quiet" onClick={onVoid}>
            {m.admin_label_void_open()}
          </Button>
        </span>
      )}
    </li>
  );
}
