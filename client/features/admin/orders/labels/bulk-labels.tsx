import { useState } from 'react';
import * as m from '#messages';
import { centsOf } from '#shared/core/money.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { type LabelOfferOnWire, type LabelSize, MAX_PRINTED } from '#shared/shipping/labels.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Check } from '../../kit/form/check.tsx';
import { formatAmount, formatCents, formatCount } from '../../kit/format.ts';
import { type Bought, type Chosen, type Found, useBuyLabels, useOffersOf } from './bulk-api.ts';
import { labelsPdfPath, PdfLink } from './pdf-link.tsx';
import { SizeField } from './size.tsx';
import { failureText, offerText } from './words.ts';

type Props = { orders: readonly Order[]; onPrint: (orders: Order[]) => void; onClose: () => void };

const keyOf = ({ carrier, service }: LabelOfferOnWire) => `${carrier} ${service}`;
const sumOf = (texts: readonly (string | null)[]) => texts.reduce((sum, text) => sum + centsOf(text ?? '0.00'), 0);
const sumText = (texts: readonly (string | null)[]) => formatCents(sumOf(texts));
/** Whether the order has its label, or the server continues the purchase. */
const isDone = (bought: Bought | undefined) =>
  bought !== undefined && 'label' in bought && bought.label.state !== 'failed';

const isBought = (bought: Bought | undefined) =>
  bought !== undefined && 'label' in bought && bought.label.state === 'bought';

/** Buys labels for many orders: the total price, one press, the result of each, and all of them to print. */
export default function BulkLabels({ orders: given, onPrint, onClose }: Props) {
  const [orders] = useState(given);
  const found = useOffersOf(orders);
  const { offerOf, choose, isTaken, take } = useChoices(found);
  const usual = [...found.values()].flatMap((each) => ('size' in each ? each.size : []))[0] ?? '4x6';
  const [size = usual, setSize] = useState<LabelSize>();
  const { results, ...buy } = useBuyLabels(size);
  const lines = orders.flatMap((order): Chosen[] => {
    const offer = offerOf(order);
    return offer && isTaken(order) && !isDone(results.get(order.id)) ? [{ order, offer }] : [];
  });
  const ready = orders.filter(({ id }) => isBought(results.get(id)));
  const isAsking = found.size < orders.length;
  const press = { count: formatCount(lines.length), cost: sumText(lines.map(({ offer }) => offer.cost)) };
  return (
    <Dialog
      title={m.admin_label_bulk_open()}
      description={m.admin_label_bulk_text()}
      className="max-w-4xl!"
      onClose={onClose}
    >
      <div className="mt-4 grid gap-4">
        <ul className="grid border-line border-t">
          {orders.map((order) => (
            <Line
              key={order.id}
              order={order}
              found={found.get(order.id)}
              offer={offerOf(order)}
              isTaken={isTaken(order)}
              bought={results.get(order.id)}
              isLocked={buy.isPending}
              onTake={(isTaken) => take(order, isTaken)}
              onOffer={(key) => choose(order, key)}
            />
          ))}
        </ul>
        <div role="status" className="grid gap-1">
          {isAsking && <p>{m.admin_label_bulk_asking({ done: found.size, all: orders.length })}</p>}
          {!isAsking && lines.length > 0 && <Sum lines={lines} cost={press.cost} />}
        </div>
        {lines.length > 0 && <SizeField size={size} onSize={setSize} />}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {ready.length > 0 && <Print orders={ready} onPrint={onPrint} />}
          <Button size="small" variant="quiet" onClick={onClose}>
            {m.admin_close()}
          </Button>
          {lines.length > 0 && (
            <Button size="small" disabled={isAsking} isPending={buy.isPending} onClick={() => buy.mutate(lines)}>
              {results.size > 0 ? m.admin_label_bulk_again(press) : m.admin_label_bulk_buy(press)}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** The service of each order, and which orders get a label; initially the customer's service, and all orders. */
function useChoices(found: ReadonlyMap<string, Found>) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  return {
    offerOf({ id }: Order): LabelOfferOnWire | undefined {
      const offers = offersIn(found.get(id));
      return offers.find((offer) => keyOf(offer) === chosen.get(id)) ?? offers.find(({ isChosen }) => isChosen);
    },
    choose: ({ id }: Order, key: string) => setChosen(new Map(chosen).set(id, key)),
    isTaken: ({ id }: Order) => !without.has(id),
    take({ id }: Order, isTaken: boolean) {
      const next = new Set(without);
      if (isTaken) next.delete(id);
      else next.add(id);
      setWithout(next);
    },
  };
}

const offersIn = (found: Found | undefined): readonly LabelOfferOnWire[] =>
  found && 'offers' in found ? found.offers : [];

/** The total of the purchase. */
function Sum({ lines, cost }: { lines: readonly Chosen[]; cost: string }) {
  const services = new Map<string, Chosen[]>();
  for (const line of lines) {
    const key = keyOf(line.offer);
    services.set(key, [...(services.get(key) ?? []), line]);
  }
  return (
    <>
      <p className="font-semibold tabular-nums">
        {m.admin_label_bulk_sum({
          count: formatCount(lines.length),
          cost,
          paid: sumText(lines.map(({ order }) => order.shippingCost)),
        })}
      </p>
      <p className="text-[0.92rem] text-ink-soft">
        {[...services.values()]
          .map((same) => {
            const { service = '', carrier = '' } = same[0]?.offer ?? {};
            return m.admin_label_bulk_service({ count: formatCount(same.length), service, carrier });
          })
          .join(' · ')}
      </p>
    </>
  );
}

type LineProps = {
  order: Order;
  found: Found | undefined;
  offer: LabelOfferOnWire | undefined;
  isTaken: boolean;
  bought: Bought | undefined;
  isLocked: boolean;
  onTake: (isTaken: boolean) => void;
  onOffer: (key: string) => void;
};

function Line({ order, found, offer, isTaken, bought, isLocked, onTake, onOffer }: LineProps) {
  const number = orderNumber(order.id);
  const offers = offersIn(found);
  const problem = problemOf(found, bought);
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 border-line border-b py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      <Check
        className="min-w-0 text-[0.95rem]"
        aria-label={m.admin_label_bulk_take({ number })}
        checked={isTaken && offer !== undefined}
        disabled={isLocked || offer === undefined || isDone(bought)}
        onChange={(event) => onTake(event.target.checked)}
      >
        <span className="min-w-0">
          <strong className="tabular-nums">{number}</strong> {order.customerName}
          <span className="block text-[0.88rem] text-ink-soft">
            {`${order.city}, ${order.state} · ${formatAmount(order.shippingCost ?? '0.00')}`}
          </span>
        </span>
      </Check>
      {bought && 'label' in bought && bought.label.state === 'bought' ? (
        <p className="font-semibold break-words text-second tabular-nums">
          {m.admin_label_bulk_line({
            cost: formatAmount(bought.label.cost ?? '0.00'),
            number: bought.label.trackingNumber ?? '',
          })}
        </p>
      ) : isDone(bought) ? (
        <p>{m.admin_label_waiting()}</p>
      ) : (
        offer && (
          <select
            aria-label={m.admin_label_bulk_service_of({ number })}
            className="control select small-select w-full!"
            value={keyOf(offer)}
            disabled={isLocked}
            onChange={(event) => onOffer(event.target.value)}
          >
            {offers.map((each) => (
              <option key={keyOf(each)} value={keyOf(each)}>
                {offerText(each)}
              </option>
            ))}
          </select>
        )
      )}
      {problem !== null && (
        <p role="alert" className="text-sm font-semibold break-words text-brand sm:col-span-2">
          {problem}
        </p>
      )}
    </li>
  );
}

function problemOf(found: Found | undefined, bought: Bought | undefined): string | null {
  if (bought && 'problem' in bought) return bought.problem;
  if (bought?.label.state === 'failed') return failureText(bought.label.failure ?? '');
  if (!bought && found && 'problem' in found) return found.problem;
  return null;
}

/** The labels in another tab; the slips once the owner is back in this one. */
function Print({ orders, onPrint }: Pick<Props, 'orders' | 'onPrint'>) {
  const [hasSlips, setHasSlips] = useState(true);
  const files = Array.from({ length: Math.ceil(orders.length / MAX_PRINTED) }, (_, i) =>
    orders.slice(i * MAX_PRINTED, (i + 1) * MAX_PRINTED),
  );
  return (
    <>
      <Check checked={hasSlips} onChange={(event) => setHasSlips(event.target.checked)}>
        {m.admin_label_bulk_slips()}
      </Check>
      {files.map((part) => (
        <PdfLink key={part[0]?.id} href={labelsPdfPath(part)} onClick={() => hasSlips && onPrint([...part])}>
          {m.admin_label_bulk_print({ count: formatCount(part.length) })}
        </PdfLink>
      ))}
    </>
  );
}
