import { useState } from 'react';
import * as m from '#messages';
import type { Order } from '#shared/admin-orders.ts';
import { dayAfter } from '#shared/days.ts';
import { delayRule } from '#shared/delays.ts';
import { orderNumber } from '#shared/orders.ts';
import { promisedDay } from '#shared/promised-day.ts';
import { shopDay } from '#shared/ship-days.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form.tsx';
import { ChangeError } from '../change-error.tsx';
import { Dialog } from '../dialog.tsx';
import { formatCount } from '../format.ts';
import { useDelay } from './delay-api.ts';

/** A week from now, on a weekday. */
function suggestedDay(today: string): string {
  let day = dayAfter(today, 7);
  while (new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0) day = dayAfter(day, 1);
  return day;
}

type Props = { orders: readonly Order[]; onClose: () => void };

/** Promises a later day to the customers of these orders; says what the letter asks of whom before it goes out. */
export default function DelayDialog({ orders, onClose }: Props) {
  const language = useLanguage();
  const today = shopDay(new Date());
  const [day, setDay] = useState(() => suggestedDay(today));
  const [isUnknown, setUnknown] = useState(false);
  const send = useDelay(onClose);
  const shipBy = isUnknown ? null : day;
  const answers = orders.map(
    (order) => delayRule({ ...order, orderedOn: shopDay(new Date(order.createdAt)) }, shipBy, today).answerBy,
  );
  const asked = answers.filter((answerBy) => answerBy !== null).sort();
  const silent = answers.length - asked.length;
  const count = formatCount(orders.length);
  const [first] = orders;
  const isOne = orders.length === 1 && first;
  return (
    <Dialog
      title={isOne ? m.admin_delay_title({ number: orderNumber(first.id) }) : m.admin_delay_title_all({ count })}
      description={m.admin_delay_text()}
      onClose={onClose}
    >
      <form
        className="mt-5 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate({ orders, shipBy });
        }}
      >
        <TextField
          type="date"
          label={m.admin_delay_day()}
          required={!isUnknown}
          disabled={isUnknown}
          min={today}
          value={day}
          data-autofocus
          onChange={(event) => setDay(event.target.value)}
        />
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-hoja"
            checked={isUnknown}
            onChange={(event) => setUnknown(event.target.checked)}
          />
          {m.admin_delay_unknown()}
        </label>
        {(isUnknown || day) && (
          <div role="status" className="grid gap-2 text-[0.95rem] text-cafecito-soft">
            {silent > 0 && <p>{m.admin_delay_silence({ count: formatCount(silent) })}</p>}
            {asked[0] && (
              <p>{m.admin_delay_asks({ count: formatCount(asked.length), day: promisedDay(asked[0], language) })}</p>
            )}
          </div>
        )}
        <ChangeError error={send.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" size="small" onClick={onClose}>
            {m.admin_cancel()}
          </Button>
          <Button type="submit" size="small" isBusy={send.isPending} disabled={send.isPending || (!isUnknown && !day)}>
            {isOne ? m.admin_delay_send() : m.admin_delay_send_all({ count })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
