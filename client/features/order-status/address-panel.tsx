import { type FormEvent, useEffect, useRef } from 'react';
import * as m from '#messages';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form.tsx';
import { correctAddress } from './order-api.ts';
import { usePress } from './use-press.ts';

type Props = { order: OrderStatusView; onClose: (changed?: OrderStatusView) => void };

/** A form for the whole new address. The page does not have the old one, because its link may be shared. */
export default function AddressPanel({ order, onClose }: Props) {
  const { isBusy, error, press } = usePress();
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    void press(async () =>
      onClose(
        await correctAddress({
          addressLine1: text('addressLine1'),
          addressLine2: text('addressLine2') || null,
          city: text('city'),
          state: text('state'),
          zipCode: text('zipCode'),
        }),
      ),
    );
  }
  return (
    <form className="mt-6 grid gap-4 border-line border-t-2 pt-5 sm:grid-cols-2" onSubmit={onSubmit}>
      <p className="max-w-prose sm:col-span-2">{m.order_address_text()}</p>
      <AddressFields order={order} />
      <p role="alert" className="font-semibold text-brand empty:hidden sm:col-span-2">
        {error}
      </p>
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" isBusy={isBusy}>
          {m.order_address_save()}
        </Button>
        <Button variant="quiet" onClick={() => onClose()}>
          {m.order_address_keep()}
        </Button>
      </div>
    </form>
  );
}

function AddressFields({ order }: Pick<Props, 'order'>) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <TextField
        ref={first}
        name="addressLine1"
        label={m.order_address_line_1()}
        fieldClass="sm:col-span-2"
        autoComplete="address-line1"
        maxLength={120}
        required
      />
      <TextField
        name="addressLine2"
        label={m.order_address_line_2()}
        fieldClass="sm:col-span-2"
        autoComplete="address-line2"
        maxLength={120}
        isOptional
      />
      <TextField
        name="city"
        label={m.order_address_city()}
        fieldClass="sm:col-span-2"
        autoComplete="address-level2"
        defaultValue={order.city}
        maxLength={80}
        required
      />
      <TextField
        name="state"
        label={m.order_address_state()}
        autoComplete="address-level1"
        defaultValue={order.state}
        maxLength={40}
        required
      />
      <TextField
        name="zipCode"
        label={m.order_address_zip()}
        autoComplete="postal-code"
        inputMode="numeric"
        minLength={5}
        maxLength={20}
        required
      />
    </>
  );
}
