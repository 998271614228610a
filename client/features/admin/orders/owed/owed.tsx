import { useState } from 'react';
import * as m from '#messages';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { Owed } from '#shared/orders/owed.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { CopyButton } from '../../kit/detail/copy-button.tsx';
import { formatAmount, formatMoment } from '../../kit/format.ts';
import { lazyDialog } from '../../kit/lazy.tsx';
import { useWithdraw } from './api.ts';

const AskDialog = lazyDialog(() => import('./ask-dialog.tsx'));

/** What the buyer was asked for after the order, and the button to ask for what is still missing. */
export function OwedPayments({ order }: { order: OrderDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  const { askable, requests } = order.owed;
  // Ended ones are in the history.
  const shown = requests.filter(({ state }) => state !== 'ended');
  const canAsk = askable !== '0.00';
  if (shown.length === 0 && !canAsk) return null;
  return (
    <div className="mt-4 grid gap-4">
      {shown.length > 0 && (
        <ul className="grid gap-3">
          {shown.map((owed) => (
            <li key={owed.id} className="border-line border-b pb-3">
              <OwedRow order={order} owed={owed} />
            </li>
          ))}
        </ul>
      )}
      {canAsk && (
        <div>
          <Button size="small" onClick={() => setIsAsking(true)}>
            {m.admin_owed_ask({ amount: formatAmount(askable) })}
          </Button>
        </div>
      )}
      {isAsking && <AskDialog order={order} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

function OwedRow({ order, owed }: { order: OrderDetail; owed: Owed }) {
  const amount = formatAmount(owed.amount);
  if (owed.state === 'open') return <OpenRequest order={order} owed={owed} />;
  const when = formatMoment(owed.closedAt ?? owed.createdAt);
  const text =
    owed.state === 'paid'
      ? m.admin_owed_paid({ amount, when })
      : owed.state === 'returned'
        ? m.admin_owed_returned({ amount, when })
        : m.admin_owed_mismatch({ amount });
  return (
    <p>
      {text}
      {owed.paymentUrl && (
        <>
          {' '}
          <a className="link" href={owed.paymentUrl} target="_blank" rel="noreferrer">
            {m.admin_owed_payment()}
          </a>
        </>
      )}
    </p>
  );
}

function OpenRequest({ order, owed }: { order: OrderDetail; owed: Owed }) {
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const withdrawal = useWithdraw(order, () => setIsWithdrawing(false));
  const amount = formatAmount(owed.amount);
  return (
    <>
      <p className="font-semibold">{m.admin_owed_open({ amount, until: formatMoment(owed.expiresAt) })}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <CopyButton text={location.origin + order.statusUrl} label={m.admin_owed_copy()} />
        <Button size="small" variant="quiet" onClick={() => setIsWithdrawing(true)}>
          {m.admin_owed_withdraw()}
        </Button>
      </div>
      {isWithdrawing && (
        <ConfirmDialog
          title={m.admin_owed_withdraw_title({ amount })}
          text={m.admin_owed_withdraw_text()}
          confirm={m.admin_owed_withdraw()}
          isPending={withdrawal.isPending}
          onConfirm={() => withdrawal.mutate()}
          onClose={() => setIsWithdrawing(false)}
        />
      )}
    </>
  );
}
