import { type ReactNode, useEffect, useId, useState } from 'react';
import * as m from '#messages';
import { paymentIntentIdOf } from '#shared/checkout/client-secret.ts';
import { centsOf, formatPrice } from '#shared/core/money.ts';
import type { OwedPayAnswer, OwedView } from '#shared/orders/owed.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { ApiError, keptTextOfError } from '../../lib/api-client.ts';
import { useLanguage } from '../../lib/language.ts';
import { type KeptText, textOf } from '../../lib/text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { confirmOwed, payOwed, readOrder } from './order-api.ts';

/** What a provider's form reports, as the checkout has it. */
type Outcome =
  | { type: 'succeeded' | 'lost' | 'processing' | 'canceled' | 'open' }
  | { type: 'failed'; message: KeptText };

/** What the form of the payment provider needs. */
export type OwedFormProps = {
  payment: OwedPayAnswer;
  totalCents: number;
  isBusy: boolean;
  onSubmit: () => Promise<boolean>;
  onOutcome: (outcome: Outcome) => void;
};

type Props<View> = {
  order: Pick<OrderStatusView, 'totalAmount'>;
  owed: OwedView;
  /** What it is for, in place of a difference. */
  text?: string;
  onChanged: (order: View) => void;
  renderForm: (props: OwedFormProps) => ReactNode;
};

/** A payment that the buyer is asked for after the order: what it is for, and the form; afterwards what became of it. */
export function OwedPanel<View = OrderStatusView>({ order, owed, text, onChanged, renderForm }: Props<View>) {
  const language = useLanguage();
  const headingId = useId();
  const amount = formatPrice(centsOf(owed.amount), language);
  return (
    <section
      aria-labelledby={headingId}
      className={`mt-8 rounded-card border-2 p-5 sm:p-7 ${owed.state === 'open' ? 'border-brand bg-white shadow-card' : 'border-line'}`}
    >
      {owed.state === 'open' ? (
        <>
          <h2 id={headingId} className="text-h3">
            {m.order_owed_heading({ amount })}
          </h2>
          <p className="mt-2 max-w-prose text-lead">
            {text ?? m.order_owed_text({ day: promisedDay(shopDay(new Date(owed.until)), language) })}
          </p>
          <OpenPayment amount={amount} owed={owed} onChanged={onChanged} renderForm={renderForm} />
        </>
      ) : (
        <p id={headingId} role="status" className="flex items-start gap-3 font-semibold text-lead">
          {owed.state === 'paid' && <Icon name="check" className="mt-0.5 size-6 text-second" />}
          <span>
            {owed.state === 'paid'
              ? m.order_owed_paid({ amount, total: formatPrice(centsOf(order.totalAmount), language) })
              : owed.state === 'returned'
                ? m.order_owed_returned({ amount })
                : m.order_owed_ended({ amount })}
          </span>
        </p>
      )}
    </section>
  );
}

type OpenProps<View> = Pick<Props<View>, 'owed' | 'onChanged' | 'renderForm'> & { amount: string };

function OpenPayment<View>({ amount, owed, onChanged, renderForm }: OpenProps<View>) {
  const pay = useOwedPayment(owed, onChanged);
  return (
    <div className="mt-5 max-w-[34rem]">
      <p role="alert" className="mb-4 font-semibold text-brand empty:hidden">
        {pay.error}
      </p>
      {pay.waits && (
        <div className="mb-4 grid justify-items-start gap-3">
          <p role="status" className="max-w-prose font-semibold">
            {m.order_owed_waits()}
          </p>
          <Button variant="quiet" isBusy={pay.isBusy} onClick={() => void pay.look()}>
            {m.order_owed_look()}
          </Button>
        </div>
      )}
      {pay.payment && !pay.waits
        ? renderForm({
            payment: pay.payment,
            totalCents: centsOf(owed.amount),
            isBusy: pay.isBusy,
            onSubmit: pay.submit,
            onOutcome: pay.end,
          })
        : !pay.waits && (
            <Button size="large" isBusy={pay.isBusy} onClick={() => void pay.begin()}>
              {m.order_owed_pay({ amount })}
            </Button>
          )}
    </div>
  );
}

/** The payment in the address bar after the return from a bank's page, which is removed from it. */
function takeReturned(): string | null {
  const query = new URLSearchParams(location.search);
  const paymentId = query.get('payment_intent');
  if (paymentId === null) return null;
  history.replaceState(history.state, '', location.pathname);
  return paymentId;
}

function useOwedPayment<View>(owed: OwedView, onChanged: (order: View) => void) {
  const [payment, setPayment] = useState<OwedPayAnswer | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Submitted, and its result is not known here. The payment. */
  const [waiting, setWaiting] = useState<string | null>(null);
  const [error, setError] = useState<KeptText>('');

  const reload = () => readOrder<View>().then(onChanged, () => {});

  /** Only the server's answer counts; what it does not have yet comes later by itself. */
  async function confirm(paymentId: string): Promise<void> {
    setBusy(true);
    try {
      onChanged(await confirmOwed<View>(paymentId));
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409)
        setError(keptTextOfError(failure, m.order_press_failed));
      setWaiting(paymentId);
    } finally {
      setBusy(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const returned = takeReturned();
    if (returned !== null) void confirm(returned);
    // Another tab, or the owner, may have changed it meanwhile.
    const onFocus = () => document.visibilityState === 'visible' && void reload();
    document.addEventListener('visibilitychange', onFocus);
    return () => document.removeEventListener('visibilitychange', onFocus);
  }, []);

  return {
    payment,
    isBusy,
    waits: waiting !== null,
    error: textOf(error),
    look: async () => {
      setError('');
      if (waiting !== null) await confirm(waiting);
      // It may also be unpaid after all: the page then offers the payment again.
      setWaiting(null);
      setPayment(null);
      await reload();
    },
    begin: async () => {
      if (isBusy) return;
      setBusy(true);
      setError('');
      try {
        setPayment(await payOwed({ amount: owed.amount }));
      } catch (failure) {
        setError(keptTextOfError(failure, m.order_press_failed));
        if (failure instanceof ApiError && failure.status === 409) await reload();
      } finally {
        setBusy(false);
      }
    },
    submit: async () => {
      if (isBusy) return false;
      setBusy(true);
      setError('');
      return true;
    },
    end: (outcome: Outcome) => {
      setBusy(false);
      const id = paymentIntentIdOf(payment?.clientSecret ?? '');
      if (outcome.type === 'succeeded' || outcome.type === 'lost') void confirm(id);
      else if (outcome.type === 'processing') setWaiting(id);
      else if (outcome.type === 'failed') setError(outcome.message);
      else if (outcome.type === 'canceled') {
        setPayment(null);
        void reload();
      }
    },
  };
}
