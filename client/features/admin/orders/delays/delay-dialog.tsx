import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as m from '#messages';
import { type Language, LOCALES } from '#shared/core/language.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { delayRule } from '#shared/orders/delays.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import type { HeatRules } from '#shared/shipping/heat.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { shipsWhen, shopDay } from '#shared/shipping/ship-days.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/form.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Check } from '../../kit/form/check.tsx';
import { formatCount } from '../../kit/format.ts';
import { Skeleton } from '../../kit/load-states.tsx';
import { DraftNotice, useDraft } from '../../kit/use-draft.tsx';
import { firstDayFor, mayLeave, suggestedDay, useLeaveRules } from '../ship/leave-days.ts';
import { WaitingOrders } from '../waiting-orders.tsx';
import { type DelayResult, delayReportText, isWritten, useDelay } from './api.ts';
import { isToPayBack } from './delay-state.ts';

type Props = {
  /** All late orders by default. */
  order?: Order;
  onClose: () => void;
};

/** Promises a later day to the customers of these orders; says what the notice asks of each before it is sent. */
export default function DelayDialog({ order, onClose }: Props) {
  return (
    <Dialog
      title={order ? m.admin_delay_title({ number: orderNumber(order.id) }) : m.admin_delay_title_late()}
      description={m.admin_delay_text()}
      onClose={onClose}
    >
      {order ? (
        <DelayMail orders={[order]} isOne onClose={onClose} />
      ) : (
        <WaitingOrders fits={isToWrite} none={m.admin_delay_no_late()}>
          {(orders) => <DelayMail orders={orders} onClose={onClose} />}
        </WaitingOrders>
      )}
    </Dialog>
  );
}

/** Late; but customers who are due a refund get no further notice. */
const isToWrite = (order: Order) => shipsWhen(order) === 'late' && !isToPayBack(order);

type Values = { day: string; isUnknown: boolean };
type DelayProps = { orders: readonly Order[]; isOne?: boolean; onClose: () => void };

function DelayMail(props: DelayProps) {
  const { isPending, rules } = useLeaveRules();
  return isPending ? <Skeleton rows={4} /> : <DelayForm {...props} rules={rules} />;
}

function DelayForm({ orders: given, isOne = false, rules, onClose }: DelayProps & { rules: HeatRules | null }) {
  const language = useLanguage();
  const today = shopDay(new Date());
  // As of opening the dialog, so that notified orders stay in the report.
  const [orders] = useState(given);
  const form = useForm<Values>({ defaultValues: { day: suggestedDay(today, orders, rules), isUnknown: false } });
  const key = isOne ? `delay:${orders[0]?.id}` : 'delay-all';
  const draft = useDraft({ key, form, onClose });
  const { day, isUnknown } = form.watch();
  const shipBy = isUnknown ? null : day;
  const { results, ...send } = useDelay(shipBy);
  const unwritten = orders.filter(({ id }) => !isWritten(results.get(id)));
  const hot = shipBy && rules ? unwritten.filter((order) => !mayLeave(order, shipBy, rules)) : [];
  const open = unwritten.filter((order) => !hot.includes(order));
  const afterSent = (all: readonly DelayResult[]) => {
    if (hot.length > 0 || !all.every(isWritten)) return;
    draft.clearDraft();
    if (isOne) onClose();
  };
  return (
    <form className="mt-5 grid gap-4" onSubmit={form.handleSubmit(() => send.mutate(open, { onSuccess: afterSent }))}>
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      {unwritten.length > 0 && (
        <DayFields
          form={form}
          today={today}
          error={hot.length > 0 && rules ? hotText(hot, { isOne, from: day, rules }, language) : undefined}
        />
      )}
      {open.length > 0 && (isUnknown || day) && <Asks orders={open} shipBy={shipBy} today={today} />}
      {results.size > 0 && <Report orders={orders} results={results} />}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {!isOne && (
          <p role="status" className="mr-auto text-[0.95rem]">
            {results.size > 0 && progressText(orders.length - unwritten.length, orders.length)}
          </p>
        )}
        <Button variant="quiet" size="small" onClick={draft.leave}>
          {unwritten.length > 0 ? m.admin_cancel() : m.admin_close()}
        </Button>
        {unwritten.length > 0 && (
          <Button
            type="submit"
            size="small"
            isBusy={send.isPending}
            disabled={send.isPending || open.length === 0 || (!isUnknown && !day)}
          >
            {isOne ? m.admin_delay_send() : sendText(open.length)}
          </Button>
        )}
      </div>
    </form>
  );
}

type DayProps = { form: UseFormReturn<Values>; today: string; error: string | undefined };

function DayFields({ form: { register, watch }, today, error }: DayProps) {
  const isUnknown = watch('isUnknown');
  return (
    <>
      <TextField
        type="date"
        label={m.admin_delay_day()}
        required={!isUnknown}
        disabled={isUnknown}
        min={today}
        data-autofocus
        error={error}
        {...register('day')}
      />
      <Check {...register('isUnknown')}>{m.admin_delay_unknown()}</Check>
    </>
  );
}

type ReportProps = { orders: readonly Order[]; results: ReadonlyMap<string, DelayResult> };

/** The results of the notices so far. */
function Report({ orders, results }: ReportProps) {
  return (
    <ul aria-label={m.admin_delay_report()} className="max-h-64 overflow-y-auto text-[0.95rem] tabular-nums">
      {orders.map((order) => {
        const result = results.get(order.id);
        if (!result) return null;
        return (
          <li key={order.id} className={isWritten(result) ? '' : 'font-semibold text-brand'}>
            <strong>{orderNumber(order.id)}</strong> {order.customerName}: {delayReportText(result)}
          </li>
        );
      })}
    </ul>
  );
}

const progressText = (count: number, all: number) =>
  m.admin_delay_progress({ count: formatCount(count), all: formatCount(all) });

const sendText = (count: number) =>
  count === 1 ? m.admin_delay_send_all_one() : m.admin_delay_send_all({ count: formatCount(count) });

/** Which orders the heat rules hold on this day, and their first possible day. */
function hotText(
  hot: readonly Order[],
  { isOne, from, rules }: { isOne: boolean; from: string; rules: HeatRules },
  language: Language,
): string {
  const first = firstDayFor(hot, from, rules);
  const next = first ? m.admin_delay_hot_next({ day: promisedDay(first, language) }) : m.admin_delay_hot_never();
  if (isOne) return `${m.admin_delay_hot()} ${next}`;
  const numbers = new Intl.ListFormat(LOCALES[language]).format(hot.map(({ id }) => orderNumber(id)));
  return `${m.admin_delay_hot_some({ numbers })} ${next}`;
}

/** What a notice with this day asks of the customers. */
function Asks({ orders, shipBy, today }: { orders: readonly Order[]; shipBy: string | null; today: string }) {
  const language = useLanguage();
  const answers = orders.map(
    (order) => delayRule({ ...order, orderedOn: shopDay(new Date(order.createdAt)) }, shipBy, today).answerBy,
  );
  const asked = answers.filter((answerBy) => answerBy !== null).sort();
  const silent = answers.length - asked.length;
  return (
    <div role="status" className="grid gap-2 text-[0.95rem] text-ink-soft">
      {silent > 0 && <p>{m.admin_delay_silence({ count: formatCount(silent) })}</p>}
      {asked[0] && (
        <p>{m.admin_delay_asks({ count: formatCount(asked.length), day: promisedDay(asked[0], language) })}</p>
      )}
    </div>
  );
}
