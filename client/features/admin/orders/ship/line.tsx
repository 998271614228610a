import type { ClipboardEvent, ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { linesToSend, orderNumber } from '#shared/orders/orders.ts';
import { orderIn } from '#shared/orders/words.ts';
import { CARRIERS } from '#shared/shipping/carriers.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { issueText } from '../../kit/form/issue-text.ts';
import type { Shipment, ShipResult } from './api.ts';
import { carrierOf, isCarrierKnown, numberOf, type ShipValues } from './values.ts';

export const isShipped = (result: ShipResult | undefined) => result !== undefined && 'mail' in result;

type LineProps = {
  order: Order;
  form: UseFormReturn<ShipValues>;
  result: ShipResult | undefined;
  /** What the typed number says about the parcel. */
  parcel: Shipment | null;
  /** A spreadsheet has rounded the typed number. */
  isRounded: boolean;
  onPaste: (event: ClipboardEvent) => void;
};

/** An order with the fields of its parcel, or its shipped state. */
export function ShipLine({ order: given, form, result, parcel, isRounded, onPaste }: LineProps) {
  const order = orderIn(given, useLanguage());
  const number = orderNumber(order.id);
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 border-line border-b py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_9rem]">
      <div className="min-w-0 text-[0.95rem]">
        <p>
          <strong className="tabular-nums">{number}</strong> {order.customerName}
        </p>
        <p className="text-[0.88rem] text-ink-soft">
          {[
            `${order.city}, ${order.state}`,
            ...linesToSend(order.lines).map(({ quantity, name }) => `${quantity} x ${name}`),
            order.shippingMethod,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {isShipped(result) ? (
        <p className="font-semibold text-second sm:col-span-2">{m.admin_ship_line_done()}</p>
      ) : (
        <>
          <input
            type="text"
            aria-label={m.admin_ship_number_of({ number })}
            placeholder={m.admin_tracking_number()}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={isRounded || undefined}
            aria-describedby={isRounded ? `${order.id}-rounded` : undefined}
            className="control block min-h-11 w-full rounded-field border-2 border-ink-soft/70 bg-white px-3 py-2 text-base tabular-nums placeholder:text-ink-soft"
            onPaste={onPaste}
            {...form.register(numberOf(order.id))}
          />
          <select
            aria-label={m.admin_ship_carrier_of({ number })}
            // If the number implies the carrier, Tab goes to the next number; the arrow keys still reach it.
            tabIndex={isCarrierKnown(parcel) ? -1 : undefined}
            className="control select small-select w-full!"
            {...form.register(carrierOf(order.id))}
          >
            <option value="">{parcel?.carrier ?? m.admin_tracking_carrier()}</option>
            {CARRIERS.map((carrier) => (
              <option key={carrier} value={carrier}>
                {carrier}
              </option>
            ))}
          </select>
        </>
      )}
      {isRounded && <Fault id={`${order.id}-rounded`}>{issueText('tracking_rounded')}</Fault>}
      {result && 'error' in result && <Fault>{m.admin_ship_line_error({ reason: result.error })}</Fault>}
    </li>
  );
}

function Fault(props: { id?: string; children: ReactNode }) {
  return <p role="alert" className="text-sm font-semibold text-brand sm:col-span-3" {...props} />;
}
