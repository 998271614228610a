import { useState } from 'react';
import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { type LabelOfferOnWire, type LabelOffers, MAX_SIDE_IN, type MeasuredParcel } from '#shared/shipping/labels.ts';
import { PARCEL_OZ } from '#shared/shipping/rate-table.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/form.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Check } from '../../kit/form/check.tsx';
import { parseNumber } from '../../kit/form/numbers.ts';
import { formatAmount } from '../../kit/format.ts';
import { Loaded, Skeleton } from '../../kit/load-states.tsx';
import { useBuyLabel, useLabelOffers } from './api.ts';
import { SizeField } from './size.tsx';
import { failureText, offerText } from './words.ts';

type Props = { order: Order; onClose: () => void };

/** Asks before a label is bought, with the available services. */
export default function BuyLabel({ order, onClose }: Props) {
  const [parcel, setParcel] = useState<MeasuredParcel>();
  const read = useLabelOffers(order, parcel);
  return (
    <Dialog
      title={m.admin_label_buy_title({ number: orderNumber(order.id) })}
      description={m.admin_label_buy_text({ paid: formatAmount(order.shippingCost ?? '0.00') })}
      onClose={onClose}
    >
      <Loaded read={read} waiting={<Skeleton rows={3} />}>
        {(found) => (
          <Choice
            key={JSON.stringify(parcel)}
            order={order}
            found={found}
            parcel={parcel}
            onParcel={setParcel}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

type ChoiceProps = Props & {
  found: LabelOffers;
  /** As corrected by the owner. */
  parcel: MeasuredParcel | undefined;
  onParcel: (parcel: MeasuredParcel) => void;
};

function Choice({ order, found, parcel, onParcel, onClose }: ChoiceProps) {
  const buy = useBuyLabel(order, onClose);
  const [offer, setOffer] = useState(found.offers.find(({ isChosen }) => isChosen));
  const [size, setSize] = useState(found.size);
  return (
    <div className="mt-5 grid gap-5">
      {found.failure && (
        <p role="alert" className="font-semibold break-words text-brand">
          {failureText(found.failure)}
        </p>
      )}
      {found.parcels > 1 && <p>{m.admin_label_buy_parcels({ count: found.parcels })}</p>}
      {found.offers.length > 0 && (
        <OfferChoice order={order} offers={found.offers} chosen={offer} onChoose={setOffer} />
      )}
      <ParcelFields parcel={parcel ?? found.parcel} isOpen={found.offers.length === 0} onParcel={onParcel} />
      <SizeField size={size} onSize={setSize} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onClose}>
          {m.admin_cancel()}
        </Button>
        {offer && (
          <Button
            size="small"
            isPending={buy.isPending}
            onClick={() => {
              const { service, carrier, cost } = offer;
              buy.mutate({ service, carrier, maxCost: cost, parcel, size });
            }}
          >
            {m.admin_label_buy_for({ cost: formatAmount(offer.cost) })}
          </Button>
        )}
      </div>
    </div>
  );
}

type OfferProps = {
  order: Order;
  offers: readonly LabelOfferOnWire[];
  chosen: LabelOfferOnWire | undefined;
  onChoose: (offer: LabelOfferOnWire) => void;
};

function OfferChoice({ order, offers, chosen, onChoose }: OfferProps) {
  const isPaid = ({ service, carrier }: LabelOfferOnWire) =>
    service === order.shippingMethod && carrier === order.shippingCarrier;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 font-semibold">{m.admin_label_service()}</legend>
      {offers.map((each) => (
        <Check
          key={`${each.carrier} ${each.service}`}
          className="py-1"
          type="radio"
          name="offer"
          checked={each === chosen}
          onChange={() => onChoose(each)}
        >
          <span className="min-w-0">
            <span className="tabular-nums">{offerText(each)}</span>
            <span className="block text-[0.92rem] text-ink-soft">
              {[
                each.days !== null && m.admin_label_offer_days({ days: each.days }),
                isPaid(each) && m.admin_label_offer_paid(),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </Check>
      ))}
    </fieldset>
  );
}

const SIDES = ['lengthIn', 'widthIn', 'heightIn'] as const;
const sideLabels = {
  lengthIn: m.admin_product_parcel_length,
  widthIn: m.admin_product_parcel_width,
  heightIn: m.admin_product_parcel_height,
};
const most = { weightOz: PARCEL_OZ, lengthIn: MAX_SIDE_IN, widthIn: MAX_SIDE_IN, heightIn: MAX_SIDE_IN };

type ParcelProps = { parcel: MeasuredParcel | null; isOpen: boolean; onParcel: (parcel: MeasuredParcel) => void };

/** Measured weight and sides, which replace those of the products. */
function ParcelFields({ parcel, isOpen, onParcel }: ParcelProps) {
  const [typed, setTyped] = useState<Record<keyof MeasuredParcel, string>>({
    weightOz: String(parcel?.weightOz ?? ''),
    lengthIn: String(parcel?.lengthIn ?? ''),
    widthIn: String(parcel?.widthIn ?? ''),
    heightIn: String(parcel?.heightIn ?? ''),
  });
  const [isWrong, setIsWrong] = useState(false);
  const field = (name: keyof MeasuredParcel) => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 8,
    value: typed[name],
    'aria-invalid': isWrong && read(name) === null ? true : undefined,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  const read = (name: keyof MeasuredParcel) => {
    const value = parseNumber(typed[name]);
    return value !== null && value > 0 && value <= most[name] ? value : null;
  };
  const onShow = () => {
    const [weightOz, lengthIn, widthIn, heightIn] = [read('weightOz'), ...SIDES.map(read)];
    if (weightOz && lengthIn && widthIn && heightIn) onParcel({ weightOz, lengthIn, widthIn, heightIn });
    else setIsWrong(true);
  };
  return (
    <details open={isOpen}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{m.admin_label_parcel()}</summary>
      <div className="mt-2 grid gap-4">
        <TextField label={m.admin_label_weight()} {...field('weightOz')} />
        <fieldset>
          <legend className="mb-1.5 font-semibold">{m.admin_label_box()}</legend>
          <div className="grid grid-cols-3 gap-3">
            {SIDES.map((side) => (
              <TextField
                key={side}
                label={<span className="font-normal">{sideLabels[side]()}</span>}
                {...field(side)}
              />
            ))}
          </div>
        </fieldset>
        {isWrong && (
          <p role="alert" className="text-sm font-semibold text-brand">
            {m.admin_label_parcel_wrong({ ounces: PARCEL_OZ, inches: MAX_SIDE_IN })}
          </p>
        )}
        <Button size="small" variant="secondary" className="justify-self-start" onClick={onShow}>
          {m.admin_label_reprice()}
        </Button>
      </div>
    </details>
  );
}
