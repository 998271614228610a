import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { MAX_BULK } from '#shared/orders/orders.ts';
import { Button } from '../../../../ui/button.tsx';
import { AdminIcon } from '../../kit/admin-icons.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { formatCount } from '../../kit/format.ts';
import { lazyDialog } from '../../kit/lazy.tsx';
import { OwnerOnly } from '../../kit/role.tsx';
import { DraftNotice, useDraft } from '../../kit/use-draft.tsx';
import { useTrackingFill } from '../use-tracking-fill.ts';
import { WaitingOrders } from '../waiting-orders.tsx';
import { type Shipment, useShip } from './api.ts';
import { useShipKeys } from './keys.ts';
import { isShipped, ShipLine } from './line.tsx';
import { carrierOf, emptyValues, hasRounded, numberOf, oddTexts, type ShipValues, shipmentOf } from './values.ts';

const BulkLabels = lazyDialog(() => import('../labels/bulk-labels.tsx'));

type Props = {
  /** The selected orders; without a selection all that wait. */
  orders: readonly Order[];
  onPrint: (orders: Order[]) => void;
  onPick: () => void;
  onClose: () => void;
};

/** Ships many orders, with a tracking number each: typed, scanned, pasted as a column or read from a file. */
export default function ShipGrid({ orders, onPrint, onPick, onClose }: Props) {
  const [labelled, setLabelled] = useState<readonly Order[] | null>(null);
  const grid = { onPrint, onPick, onClose, onLabels: setLabelled };
  if (labelled) return <BulkLabels orders={labelled} onPrint={onPrint} onClose={onClose} />;
  return (
    <Dialog title={m.admin_ship_title()} description={m.admin_ship_text()} className="max-w-4xl!" onClose={onClose}>
      {orders.length > 0 ? (
        <Grid orders={orders} {...grid} />
      ) : (
        // As many as can be selected, because a file may name any waiting order.
        <WaitingOrders most={MAX_BULK} none={m.admin_ship_none()}>
          {(waiting) => <Grid orders={waiting} {...grid} />}
        </WaitingOrders>
      )}
    </Dialog>
  );
}

type GridProps = Props & { onLabels: (orders: readonly Order[]) => void };

function Grid({ orders: given, onPrint, onPick, onLabels, onClose }: GridProps) {
  // As of opening the grid, so that a shipped line stays with its result.
  const [orders] = useState(given);
  const [odd, setOdd] = useState<{ shipments: Shipment[]; texts: string[] } | null>(null);
  const form = useForm<ShipValues>({ defaultValues: emptyValues(orders) });
  const draft = useDraft({ key: 'ship-orders', form, onClose });
  const { results, ...ship } = useShip(({ id }) => {
    for (const name of [numberOf(id), carrierOf(id)]) put(name, '');
  });
  const put = (name: string, value: string) => form.setValue(name, value, { shouldDirty: true });
  const values = form.watch();
  const open = orders.filter(({ id }) => !isShipped(results.get(id)));
  const shipments = open.flatMap((order) => shipmentOf(order, values) ?? []);
  const keys = useShipKeys({ isSaving: ship.isPending, results });
  const { unknown, onPaste, onFile } = useTrackingFill(open, put, (order) => keys.focusNumber(numberOf(order.id)));
  const send = (asked: Shipment[]) => {
    setOdd(null);
    ship.mutate(asked, { onSuccess: (all) => all.every((result) => 'mail' in result) && draft.clearDraft() });
  };
  const onSave = form.handleSubmit(() => {
    const texts = oddTexts(shipments);
    if (texts.length > 0) setOdd({ shipments, texts });
    else send(shipments);
  });
  return (
    <form ref={keys.form} noValidate className="mt-4 grid gap-4" onSubmit={onSave} onKeyDown={keys.onKey}>
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      <GridTools
        orders={orders}
        open={open}
        onFile={(file) => void onFile(file)}
        onPrint={onPrint}
        onPick={onPick}
        onLabels={onLabels}
      />
      {unknown.length > 0 && <UnknownNumbers numbers={unknown} />}
      {open.length > 0 && <p className="by-keys text-[0.88rem] text-ink-soft">{m.admin_ship_keys()}</p>}
      <ul className="grid border-line border-t">
        {orders.map((order) => (
          <ShipLine
            key={order.id}
            order={order}
            form={form}
            result={results.get(order.id)}
            parcel={shipmentOf(order, values)}
            isRounded={hasRounded(order, values)}
            onPaste={(event) => onPaste(event, order)}
          />
        ))}
      </ul>
      <GridEnd ready={shipments.length} open={open.length} isSaving={ship.isPending} onEnd={draft.leave} />
      {odd && (
        <ConfirmDialog
          title={m.admin_ship_odd_title()}
          text={<span className="whitespace-pre-line">{odd.texts.join('\n')}</span>}
          confirm={m.admin_tracking_odd_save()}
          cancel={m.admin_tracking_odd_back()}
          onConfirm={() => send(odd.shipments)}
          onClose={() => setOdd(null)}
        />
      )}
    </form>
  );
}

/** Numbers in a file that match none of these orders. */
function UnknownNumbers({ numbers }: { numbers: readonly string[] }) {
  return (
    <p role="alert" className="text-sm font-semibold text-brand">
      {m.admin_ship_unknown({ numbers: numbers.join(', ') })}
    </p>
  );
}

type EndProps = { ready: number; open: number; isSaving: boolean; onEnd: () => void };

/** @param ready how many have a number @param open how many are not shipped yet */
function GridEnd({ ready, open, isSaving, onEnd }: EndProps) {
  const isOver = open === 0;
  return (
    <div className="sticky -bottom-4 flex flex-wrap items-center justify-end gap-3 bg-white py-3">
      <p role="status" className="mr-auto text-[0.95rem]">
        {!isOver && readyText(ready, formatCount(open))}
      </p>
      <Button variant={isOver ? 'primary' : 'quiet'} size="small" data-end onClick={onEnd}>
        {isOver ? m.admin_ship_end() : m.admin_cancel()}
      </Button>
      {!isOver && (
        <Button
          type="submit"
          size="small"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          isBusy={isSaving}
          disabled={isSaving || ready === 0}
        >
          {isSaving ? m.admin_saving() : m.admin_ship_save()}
        </Button>
      )}
    </div>
  );
}

const readyText = (count: number, all: string) =>
  count === 1 ? m.admin_ship_ready_one({ all }) : m.admin_ship_ready({ count: formatCount(count), all });

type ToolsProps = Pick<GridProps, 'onPrint' | 'onPick' | 'onLabels'> & {
  orders: readonly Order[];
  /** The orders not shipped yet. */
  open: readonly Order[];
  onFile: (file: File | undefined) => void;
};

function GridTools({ orders, open, onFile, onPrint, onPick, onLabels }: ToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {open.length > 0 && (
        <label className="text-button cursor-pointer focus-within:outline-2">
          {m.admin_ship_import()}
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            className="sr-only"
            onChange={(event) => {
              onFile(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
      )}
      <Button size="small" variant="quiet" onClick={() => onPrint([...orders])}>
        <AdminIcon name="print" />
        {orders.length === 1 ? m.admin_ship_print_one() : m.admin_ship_print({ count: formatCount(orders.length) })}
      </Button>
      {open.length > 0 && (
        <>
          <Button size="small" variant="quiet" onClick={onPick}>
            <AdminIcon name="checklist" />
            {m.admin_pick_title()}
          </Button>
          <OwnerOnly>
            <Button size="small" variant="quiet" onClick={() => onLabels(open)}>
              {m.admin_label_bulk_open()}
            </Button>
          </OwnerOnly>
        </>
      )}
    </div>
  );
}
