import { type FormEvent, useState } from 'react';
import * as m from '#messages';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form.tsx';
import { findOrder } from './order-api.ts';
import { usePress } from './use-press.ts';

/** Requests the link of an order by mail. The answer never reveals whether number or mailbox is known. */
export default function FindOrder() {
  const { isBusy, error, press } = usePress();
  const [isSent, setSent] = useState(false);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    setSent(false);
    void press(async () => {
      await findOrder({ orderNumber: text('orderNumber'), email: text('email') });
      setSent(true);
    });
  }
  return (
    <form className="mx-auto grid max-w-md gap-4 text-left" onSubmit={onSubmit}>
      <TextField
        name="orderNumber"
        label={m.order_find_number()}
        hint={m.order_find_number_hint()}
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        required
      />
      <TextField name="email" type="email" label={m.order_find_email()} autoComplete="email" maxLength={254} required />
      <p role="alert" className="font-semibold text-brand empty:hidden">
        {error}
      </p>
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        {m.order_find_press()}
      </Button>
      <p role="status" className="font-semibold text-second empty:hidden">
        {isSent ? m.order_find_sent() : ''}
      </p>
    </form>
  );
}
