import { useState } from 'react';
import * as m from '#messages';
import { isErased } from '#shared/checkout/person.ts';
import { telHref } from '#shared/core/phone.ts';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import { spokenNumber } from '#shared/orders/numbers.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { isToProcess, linesToSend, orderNumber } from '#shared/orders/orders.ts';
import { isDisputeOpen } from '#shared/orders/refunds-and-disputes.ts';
import { orderIn } from '#shared/orders/words.ts';
import { itemsWithoutLabel } from '#shared/shipping/labels.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { isManual } from '#shared/written-orders/written-orders.ts';
import { ApiError } from '../../../lib/api-client.ts';
import { languageName } from '../../../lib/display-names.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { HistoryLink } from '../journal/history-link.tsx';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { ChangeError } from '../kit/detail/change-error.tsx';
import { ChangedNotice } from '../kit/detail/changed-notice.tsx';
import { CopyButton } from '../kit/detail/copy-button.tsx';
import { Detail } from '../kit/detail/detail.tsx';
import { DrawerSection, FactsList } from '../kit/detail/facts-list.tsx';
import { formatAmount, formatMoment } from '../kit/format.ts';
import { orderStatusLabels } from '../kit/labels.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { Loaded, Skeleton } from '../kit/load-states.tsx';
import { OwnerOnly, useIsOwner } from '../kit/role.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { OrderLots } from '../lots/order-lots.tsx';
import { TaxRecords } from '../taxes/tax-records.tsx';
import { NewOrderLink } from '../written-orders/new-order-link.tsx';
import { ByHandNote, writtenFacts } from '../written-orders/paid-facts.tsx';
import { addressLines } from './address.ts';
import { useOrder, useRemoveTracking } from './api.ts';
import { delayText } from './delays/delay-state.ts';
import { ParcelLabels, PrintLabels } from './labels/parcel-labels.tsx';
import { MoneyMarks } from './money-marks.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderLines, PackedLines } from './order-lines.tsx';
import { OrderMails } from './order-mails.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderStatusSelect } from './order-status.tsx';
import { OwedPayments } from './owed/owed.tsx';
import { Refunds } from './refunds/refunds.tsx';
import { TrackingLink } from './ship/tracking-link.tsx';

const BuyLabel = lazyDialog(() => import('./labels/buy-label.tsx'));
const CorrectDialog = lazyDialog(() => import('./correct-dialog.tsx'));
const ItemsDialog = lazyDialog(() => import('./items/items-dialog.tsx'));
const DelayDialog = lazyDialog(() => import('./delays/delay-dialog.tsx'));
const MessageDialog = lazyDialog(() => import('./message-dialog.tsx'));

type Props = {
  id: string;
  /** Why the last change of its status was refused. */
  failure: unknown;
  onStatus: (order: Order, status: OrderStatus) => void;
  onTracking: (order: Order) => void;
  onPrint: (order: Order) => void;
  onClose: () => void;
};

/** The complete detail of one order. */
export default function OrderDrawer({ id, onClose, ...actions }: Props) {
  const language = useLanguage();
  const read = useOrder(id);
  if (isUnknown(read.error)) {
    return (
      <Detail title={m.admin_order_unknown_title()} onClose={onClose}>
        <p role="alert" className="mt-4">
          {m.admin_order_unknown_text()}
        </p>
        <Button size="small" className="mt-6" onClick={onClose}>
          {m.admin_order_unknown_close()}
        </Button>
      </Detail>
    );
  }
  const title = isOrderId(id) ? m.admin_order_title({ number: orderNumber(id) }) : m.admin_details();
  return (
    <Detail
      title={
        <>
          <span>{title}</span>{' '}
          {read.data && <span className="text-ink-soft tabular-nums">{spokenNumber(read.data.number)}</span>}
        </>
      }
      onClose={onClose}
    >
      <div className="mt-4">
        <Loaded read={read} waiting={<Skeleton rows={4} className="h-28" />}>
          {(order) => (
            <>
              <ChangedNotice id={order.id} version={order.version} onRead={() => void read.refetch()} />
              <OrderBody order={orderIn(order, language)} {...actions} />
            </>
          )}
        </Loaded>
      </div>
    </Detail>
  );
}

/** The URL has a mistake, or belongs to another shop's order. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 404);
}

const isOrderId = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);

type BodyProps = Omit<Props, 'id' | 'onClose'> & { order: OrderDetail };

function OrderBody({ order, failure, onStatus, onTracking, onPrint }: BodyProps) {
  const isOwner = useIsOwner();
  const [isBuying, setIsBuying] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {isToShip(order) && (
          <Button size="small" onClick={() => onTracking(order)}>
            <AdminIcon name="truck" />
            {m.admin_ship()}
          </Button>
        )}
        {isOwner && canHaveLabel(order) && (
          <Button size="small" variant="secondary" onClick={() => setIsBuying(true)}>
            {m.admin_label_open()}
          </Button>
        )}
        <PrintLabels order={order} />
        <StatusBadge status={order.status} labels={orderStatusLabels} />
        <MoneyMarks order={order} />
        <OrderStatusSelect order={order} onChange={(status) => onStatus(order, status)} />
        <Button size="small" variant="quiet" onClick={() => onPrint(order)}>
          <AdminIcon name="print" />
          {m.admin_slip_print()}
        </Button>
        <NewOrderLink again={order.id} />
      </div>
      <ChangeError error={failure} />
      <ReturnedSum order={order} />
      <DrawerSection title={m.admin_col_items()}>
        <OwnerOnly helpers={<PackedLines order={order} />}>
          <OrderLines order={order} />
        </OwnerOnly>
        <OrderLots order={order} />
        <TaxRecords records={order.taxRecords} />
        {isOwner && hasOpenItems(order) && <ChangeItems order={order} />}
      </DrawerSection>
      <DrawerSection title={m.admin_col_customer()}>
        <CustomerFacts order={order} />
      </DrawerSection>
      <OwnerOnly helpers={<OwnersNotes order={order} />}>
        <DrawerSection title={m.admin_order_notes()}>
          <OrderNotes key={order.id} order={order} />
        </DrawerSection>
      </OwnerOnly>
      <DrawerSection title={m.admin_col_tracking()}>
        <TrackingFacts order={order} onTracking={onTracking} />
        <ParcelLabels order={order} />
      </DrawerSection>
      <OwnerOnly>
        <DrawerSection title={m.admin_order_payment()}>
          <PaymentFacts order={order} />
          <OwedPayments order={order} />
          <ByHandNote order={order} />
          <Refunds order={order} />
        </DrawerSection>
        <DrawerSection title={m.admin_order_mails()}>
          <OrderMails emails={order.emails} />
        </DrawerSection>
      </OwnerOnly>
      <DrawerSection title={m.admin_order_history()}>
        <OrderHistory order={order} />
        <HistoryLink kind="order" id={order.id} />
      </DrawerSection>
      {isBuying && <BuyLabel order={order} onClose={() => setIsBuying(false)} />}
    </>
  );
}

/** As the owner wrote them, for whoever packs. */
function OwnersNotes({ order: { notes } }: { order: OrderDetail }) {
  if (notes === '') return null;
  return (
    <DrawerSection title={m.admin_order_notes()}>
      <p className="whitespace-pre-wrap wrap-anywhere">{notes}</p>
    </DrawerSection>
  );
}

/** While it has no tracking number, a parcel has no label, and none is being bought. */
const canHaveLabel = ({ trackingNumber, status, labels, lines }: OrderDetail) => {
  const isOver = trackingNumber !== null || status === 'cancelled' || status === 'delivered';
  if (isOver || labels.some(({ state }) => state === 'requested')) return false;
  const bought = labels.filter(({ state }) => state === 'bought');
  return bought.length === 0 || itemsWithoutLabel(linesToSend(lines), bought).length > 0;
};
/** As the server decides it. */
const hasOpenItems = ({ trackingNumber, labels, disputeStatus, email, ...order }: OrderDetail) =>
  isToProcess(order) &&
  trackingNumber === null &&
  !labels.some(({ state }) => state === 'requested' || state === 'bought') &&
  !isDisputeOpen(disputeStatus) &&
  !isErased(email);

function ChangeItems({ order }: { order: OrderDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="quiet" className="mt-4" onClick={() => setIsOpen(true)}>
        {m.admin_items_open()}
      </Button>
      {isOpen && <ItemsDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const isToShip = (order: Order) => order.trackingNumber === null && isToProcess(order);

function TrackingFacts({ order, onTracking }: { order: OrderDetail; onTracking: (order: Order) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const removal = useRemoveTracking(order, () => setIsAsking(false));
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {order.trackingNumber ? (
        <p>
          <TrackingLink order={order} />, {order.trackingCarrier}
        </p>
      ) : (
        <p>{m.admin_tracking_none()}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button size="small" variant="quiet" onClick={() => onTracking(order)}>
          <AdminIcon name="truck" />
          {order.trackingNumber ? m.admin_tracking_change() : m.admin_tracking_add_long()}
        </Button>
        {order.trackingNumber && (
          <Button size="small" variant="quiet" onClick={() => setIsAsking(true)}>
            {m.admin_tracking_remove()}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={m.admin_tracking_remove_title()}
          text={m.admin_tracking_remove_text({ number: order.trackingNumber ?? '' })}
          confirm={m.admin_tracking_remove()}
          isPending={removal.isPending}
          onConfirm={() => removal.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

/** The amounts behind the badges. */
function ReturnedSum({ order }: { order: OrderDetail }) {
  const { refundedAmount, disputedAmount, totalAmount } = order;
  const total = formatAmount(totalAmount);
  return (
    <>
      {refundedAmount !== '0.00' && (
        <p className="mt-3 font-semibold">
          {m.admin_money_refunded_sum({ amount: formatAmount(refundedAmount), total })}
        </p>
      )}
      {disputedAmount !== '0.00' && (
        <p className="mt-3 font-semibold">
          {m.admin_money_disputed_sum({ amount: formatAmount(disputedAmount), total })}
        </p>
      )}
    </>
  );
}

function CustomerFacts({ order }: { order: OrderDetail }) {
  const [open, setOpen] = useState<'correct' | 'message' | 'delay' | null>(null);
  return (
    <>
      <CustomerAddress order={order} onCorrect={() => setOpen('correct')} />
      <FactsList
        facts={[
          [
            m.admin_fact_email(),
            <a key="email" className="link" href={`mailto:${encodeURIComponent(order.email).replace('%40', '@')}`}>
              {order.email}
            </a>,
          ],
          [
            m.admin_fact_phone(),
            <a key="phone" className="link" href={telHref(order.phone)}>
              {order.phone}
            </a>,
          ],
          order.recipientName ? [m.admin_gift_buyer(), order.customerName] : null,
          order.giftNote
            ? [
                m.admin_gift_note(),
                <span key="gift" className="whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
                  {order.giftNote}
                </span>,
              ]
            : null,
          [m.admin_inquiry_language(), languageName(order.preferredLanguage)],
          order.statusUrl
            ? [
                m.admin_order_status_page(),
                <a key="page" className="link" href={order.statusUrl} target="_blank" rel="noreferrer">
                  {m.admin_order_status_open()}
                </a>,
              ]
            : null,
        ]}
      />
      <OwnerOnly>
        <div className="mt-4 flex flex-wrap gap-3">
          {!isErased(order.email) && (
            <Button size="small" variant="quiet" onClick={() => setOpen('message')}>
              {m.admin_message_open()}
            </Button>
          )}
          {isToProcess(order) && (
            <Button size="small" variant="quiet" onClick={() => setOpen('delay')}>
              {m.admin_delay_open()}
            </Button>
          )}
        </div>
      </OwnerOnly>
      {open === 'correct' && <CorrectDialog order={order} onClose={() => setOpen(null)} />}
      {open === 'delay' && <DelayDialog order={order} onClose={() => setOpen(null)} />}
      {open === 'message' && <MessageDialog order={order} onClose={() => setOpen(null)} />}
    </>
  );
}

function CustomerAddress({ order, onCorrect }: { order: OrderDetail; onCorrect: () => void }) {
  const lines = addressLines(order);
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
      <address className="not-italic">
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={lines.join('\n')} label={m.admin_copy_address()} />
        {isToProcess(order) && (
          <OwnerOnly>
            <Button size="small" variant="quiet" onClick={onCorrect}>
              {m.admin_correct_open()}
            </Button>
          </OwnerOnly>
        )}
      </div>
    </div>
  );
}

/** The policies in force when the payment began. */
function policiesText({ policies }: OrderDetail): string {
  if (!policies) return m.admin_order_policies_none();
  const { revision, at, language, refundRule: rule } = policies;
  return m.admin_order_policies_seen({ revision, when: formatMoment(at), language: languageName(language), rule });
}

function PaymentFacts({ order }: { order: OrderDetail }) {
  const language = useLanguage();
  const reference = order.stripePaymentIntentId;
  return (
    <FactsList
      facts={[
        [
          m.admin_order_payment_reference(),
          order.paymentUrl ? (
            <a key="payment" className="link" href={order.paymentUrl} target="_blank" rel="noreferrer">
              {reference}
            </a>
          ) : (
            <>
              {reference}
              {!isManual(reference) && (
                <span className="block text-[0.92rem] text-ink-soft">{m.admin_order_payment_sandbox()}</span>
              )}
            </>
          ),
        ],
        ...writtenFacts(order, language),
        [m.admin_order_placed(), formatMoment(order.createdAt)],
        order.shipBy && order.arriveBy
          ? [
              m.admin_order_promised(),
              m.admin_order_promise({
                ship: promisedDay(order.shipBy, language),
                arrive: promisedDay(order.arriveBy, language),
              }),
            ]
          : null,
        order.delayState ? [m.admin_delay_fact(), delayText(order, language)] : null,
        [m.admin_order_policies(), policiesText(order)],
      ]}
    />
  );
}
