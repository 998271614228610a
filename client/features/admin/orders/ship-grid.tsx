import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as m from '#messages';
import type { Order } from '#shared/admin-orders.ts';
import { CARRIERS, type Carrier } from '#shared/carriers.ts';
import { MAX_BULK, orderNumber, parseOrderItems } from '#shared/orders.ts';
import { cleanTrackingNumber, fittingCarriers } from '#shared/tracking.ts';
import { Button } from '../../../ui/button.tsx';
import { AdminIcon } from '../admin-icons.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { formatCount } from '../format.ts';
import { lazyDialog } from '../lazy.tsx';
import { LoadError, Skeleton } from '../load-states.tsx';
import { DraftNotice, useDraft } from '../use-draft.tsx';
import { type Shipment, type ShipResult, useShip } from './ship-api.ts';
import type { TrackingLine } from './tracking-table.ts';
import { useWaitingOrders } from './waiting-orders.ts';

const BulkLabels = lazyDialog(() => import('./bulk-labels.tsx'));

type Props = {
  /** The selected ones; without a selection all that wait. */
  orders: readonly Order[];
  onPrint: (orders: Order[]) => void;
  onClose: () => void;
};

/** Ships many orders: a number each, typed, scanned, pasted as a column or read from a file. */
export default function ShipGrid({ orders, onPrint, onClose }: Props) {
  const [labelled, setLabelled] = useState<readonly Order[] | null>(null);
  const grid = { onPrint, onClose, onLabels: setLabelled };
  if (labelled) return <BulkLabels orders={labelled} onPrint={onPrint} onClose={onClose} />;
  return (
    <Dialog title={m.admin_ship_title()} description={m.admin_ship_text()} className="max-w-4xl!" onClose={onClose}>
      {orders.length > 0 ? <Grid orders={orders} {...grid} /> : <WaitingOrders {...grid} />}
    </Dialog>
  );
}

type GridProps = Props & { onLabels: (orders: readonly Order[]) => void };

function WaitingOrders(props: Omit<GridProps, 'orders'>) {
  // As many as can be selected: a file may name any order that waits.
  const { orders, error, retry } = useWaitingOrders(MAX_BULK);
  if (orders && orders.length > 0) return <Grid orders={orders} {...props} />;
  if (error) return <LoadError error={error} onRetry={retry} />;
  if (!orders) return <Skeleton rows={4} />;
  return <p className="mt-5">{m.admin_ship_none()}</p>;
}

/** Flat, so that each field is kept by itself: the number under the id, the chosen carrier beside it. */
type Values = Record<string, string>;
const numberOf = (id: string) => `number ${id}`;
const carrierOf = (id: string) => `carrier ${id}`;

function Grid({ orders: given, onPrint, onLabels, onClose }: GridProps) {
  // As they were when the grid was opened: a line that is shipped stays, with what became of it.
  const [orders] = useState(given);
  const [results, setResults] = useState<ReadonlyMap<string, ShipResult>>(new Map());
  const [odd, setOdd] = useState<{ shipments: Shipment[]; texts: string[] } | null>(null);
  const [unknown, setUnknown] = useState<string[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const form = useForm<Values>({
    defaultValues: Object.fromEntries(
      orders.flatMap(({ id }) => [
        [numberOf(id), ''],
        [carrierOf(id), ''],
      ]),
    ),
  });
  const draft = useDraft<Values, Order>({ key: 'ship-orders', form, row: null, snapshotOf: () => ({}) });
  const ship = useShip((id, result) => {
    setResults((before) => new Map(before).set(id, result));
    if ('mail' in result) for (const name of [numberOf(id), carrierOf(id)]) put(name, '');
  });
  const put = (name: string, value: string) => form.setValue(name, value, { shouldDirty: true });
  const values = form.watch();
  const open = orders.filter(({ id }) => !isShipped(results.get(id)));
  const shipments = open.flatMap((order) => shipmentOf(order, values) ?? []);

  const end = () => {
    draft.letGo();
    onClose();
  };
  const send = (asked: Shipment[]) => {
    setOdd(null);
    ship.mutate(asked, { onSuccess: (all) => all.every((result) => 'mail' in result) && draft.letGo() });
  };
  const onSave = form.handleSubmit(() => {
    const texts = oddTexts(shipments);
    if (texts.length > 0) setOdd({ shipments, texts });
    else send(shipments);
  });
  const fill = (lines: readonly TrackingLine[]) => {
    const byNumber = new Map(open.map((order) => [orderNumber(order.id), order.id]));
    for (const { order, trackingNumber, carrier } of lines) {
      const id = byNumber.get(order);
      if (!id) continue;
      put(numberOf(id), trackingNumber);
      put(carrierOf(id), carrier ?? '');
    }
    setUnknown(lines.map(({ order }) => order).filter((order) => !byNumber.has(order)));
  };
  const onPaste = (event: ClipboardEvent, from: Order) => {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n\t]/.test(text.trim())) return;
    event.preventDefault();
    void import('./tracking-table.ts').then(({ readTrackingTable }) => {
      const lines = /\t/.test(text) ? readTrackingTable(text) : [];
      if (lines.length > 0) return fill(lines);
      const column = text.replace(/\r?\n$/, '').split(/\r?\n/);
      const below = open.slice(open.indexOf(from));
      for (const [at, cell] of column.entries()) {
        const order = below[at];
        if (order && cell.trim() !== '') put(numberOf(order.id), cleanTrackingNumber(cell));
      }
    });
  };
  const onFile = async (file: File | undefined) => {
    if (!file) return;
    const { readTrackingTable } = await import('./tracking-table.ts');
    fill(readTrackingTable(await file.text()));
  };
  /** A scanner ends each number with Enter. */
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const fields = [...(list.current?.querySelectorAll<HTMLInputElement>('input') ?? [])];
    fields[fields.indexOf(event.currentTarget) + 1]?.focus();
  };
  return (
    <form noValidate className="mt-4 grid gap-4" onSubmit={onSave}>
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      <div className="flex flex-wrap items-center gap-3">
        <label className="text-button cursor-pointer focus-within:outline-2">
          {m.admin_ship_import()}
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            className="sr-only"
            onChange={(event) => {
              void onFile(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
        <Button size="small" variant="quiet" onClick={() => onPrint([...orders])}>
          <AdminIcon name="print" />
          {m.admin_ship_print({ count: formatCount(orders.length) })}
        </Button>
        {open.length > 0 && (
          <Button size="small" variant="quiet" onClick={() => onLabels(open)}>
            {m.admin_label_bulk_open()}
          </Button>
        )}
      </div>
      {unknown.length > 0 && (
        <p role="alert" className="text-sm font-semibold text-guayaba">
          {m.admin_ship_unknown({ numbers: unknown.join(', ') })}
        </p>
      )}
      <ul ref={list} className="grid border-line border-t">
        {orders.map((order) => (
          <Line
            key={order.id}
            order={order}
            form={form}
            result={results.get(order.id)}
            known={shipmentOf(order, values)?.carrier}
            onPaste={(event) => onPaste(event, order)}
            onKey={onKey}
          />
        ))}
      </ul>
      <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 bg-white py-3">
        <p role="status" className="mr-auto text-[0.95rem]">
          {m.admin_ship_ready({ count: formatCount(shipments.length), all: formatCount(open.length) })}
        </p>
        <Button variant="quiet" size="small" onClick={end}>
          {m.admin_cancel()}
        </Button>
        <Button type="submit" size="small" isBusy={ship.isPending} disabled={ship.isPending || shipments.length === 0}>
          {ship.isPending ? m.admin_saving() : m.admin_ship_save()}
        </Button>
      </div>
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

const isShipped = (result: ShipResult | undefined) => result !== undefined && 'mail' in result;

/** The parcel of a line, with the carrier that was chosen, or that the number belongs to; `null` without a number. */
function shipmentOf(order: Order, values: Values): Shipment | null {
  const trackingNumber = cleanTrackingNumber(values[numberOf(order.id)] ?? '');
  if (trackingNumber === '') return null;
  const chosen = CARRIERS.find((carrier) => carrier === values[carrierOf(order.id)]);
  const carrier = chosen ?? fittingCarriers(trackingNumber)[0] ?? (CARRIERS[0] as Carrier);
  return { order, trackingNumber, carrier };
}

/** What has to be asked about: numbers that do not fit their carrier, and numbers that stand twice. */
function oddTexts(shipments: readonly Shipment[]): string[] {
  const counts = Map.groupBy(shipments, ({ trackingNumber }) => trackingNumber);
  return shipments.flatMap(({ order, trackingNumber, carrier }) => {
    const number = orderNumber(order.id);
    if ((counts.get(trackingNumber)?.length ?? 0) > 1) return m.admin_ship_twice({ number, tracking: trackingNumber });
    if (fittingCarriers(trackingNumber).includes(carrier)) return [];
    return m.admin_ship_odd({ number, tracking: trackingNumber, carrier });
  });
}

type LineProps = {
  order: Order;
  form: UseFormReturn<Values>;
  result: ShipResult | undefined;
  /** The carrier of the typed number. */
  known: Carrier | undefined;
  onPaste: (event: ClipboardEvent) => void;
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
};

function Line({ order, form, result, known, onPaste, onKey }: LineProps) {
  const number = orderNumber(order.id);
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 border-line border-b py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_7.5rem]">
      <div className="min-w-0 text-[0.95rem]">
        <p>
          <strong className="tabular-nums">{number}</strong> {order.customerName}
        </p>
        <p className="text-[0.88rem] text-cafecito-soft">
          {[
            `${order.city}, ${order.state}`,
            ...parseOrderItems(order.items).map((item) => `${item.quantity} x ${item.name}`),
            order.shippingMethod,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {isShipped(result) ? (
        <p className="font-semibold text-hoja sm:col-span-2">{m.admin_ship_line_done()}</p>
      ) : (
        <>
          <input
            type="text"
            aria-label={m.admin_ship_number_of({ number })}
            placeholder={m.admin_tracking_number()}
            autoComplete="off"
            spellCheck={false}
            className="control block min-h-11 w-full rounded-field border-2 border-cafecito-soft/70 bg-white px-3 py-2 text-base tabular-nums placeholder:text-cafecito-soft"
            onPaste={onPaste}
            onKeyDown={onKey}
            {...form.register(numberOf(order.id))}
          />
          <select
            aria-label={m.admin_ship_carrier_of({ number })}
            className="control select small-select w-full!"
            {...form.register(carrierOf(order.id))}
          >
            <option value="">{known ?? m.admin_tracking_carrier()}</option>
            {CARRIERS.map((carrier) => (
              <option key={carrier} value={carrier}>
                {carrier}
              </option>
            ))}
          </select>
        </>
      )}
      {result && 'error' in result && (
        <p role="alert" className="text-sm font-semibold text-guayaba sm:col-span-3">
          {m.admin_ship_line_error({ reason: result.error })}
        </p>
      )}
    </li>
  );
}
