import type { ReactNode } from 'react';
import * as m from '#messages';
import { withDayHalves } from '#shared/core/day-halves.ts';
import { type Language, LOCALES } from '#shared/core/language.ts';
import { bothNumbers, spokenNumber } from '#shared/orders/numbers.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { shopFacts } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { TileStrip } from '../../ui/tile-strip.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { carriageOf } from './carriage.ts';
import { OrderItems } from './order-items.tsx';
import { StatusSteps } from './status-steps.tsx';

const texts = {
  pending: m.order_text_pending,
  processing: m.order_text_processing,
  shipped: m.order_text_shipped,
  delivered: m.order_text_delivered,
  cancelled: m.order_text_cancelled,
};

type Props = {
  order: OrderStatusView;
  /** A payment that is asked for: what the buyer came for. */
  owed: ReactNode;
  children: ReactNode;
};

/**
 * An order: its status, its items and its destination. The buyer's actions are below, or above after a delay notice.
 */
export function OrderSheet({ order, owed, children }: Props) {
  const language = useLanguage();
  const placed = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeZone: shopFacts().timeZone,
  }).format(new Date(order.createdAt));
  // The delay notice asks for an answer and links here.
  const asksFirst = order.delay !== null;
  return (
    <>
      <h1 className="text-h1 tracking-wide">{m.order_heading({ number: spokenNumber(order.number) })}</h1>
      <p className="mt-2 flex flex-wrap gap-x-4 text-ink-soft">
        <span>{m.order_placed({ date: placed })}</span>
        <span className="tabular-nums">{order.orderNumber}</span>
      </p>
      {owed}
      <section aria-label={m.order_progress()} className="mt-8 overflow-hidden rounded-card bg-white shadow-card">
        <TileStrip />
        <div className="px-5 py-8 sm:px-8 sm:py-10">
          {order.status === 'cancelled' ? (
            <p className="flex items-center justify-center gap-3 font-display text-h3 text-brand">
              <Icon name="close" className="size-7" />
              {m.order_cancelled()}
            </p>
          ) : (
            <StatusSteps status={order.status} />
          )}
          {/* The days that it mentions have passed. */}
          <p className="mt-8 text-center text-lead">
            {!(asksFirst && order.status === 'pending') && unbroken(texts[order.status]())}
          </p>
          <PromisedDays order={order} />
          <Tracking order={order} />
        </div>
      </section>
      {asksFirst && children}
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1.7fr_1fr]">
        <section aria-labelledby="order-items" className="rounded-card bg-tint/70 p-5 sm:p-7">
          <h2 id="order-items" className="mb-5 text-h3">
            {m.order_items()}
          </h2>
          <OrderItems order={order} />
        </section>
        <Destination order={order} />
      </div>
      {!asksFirst && children}
    </>
  );
}

function Destination({ order }: { order: OrderStatusView }) {
  const carriage = carriageOf(order, useLanguage());
  return (
    <dl className="grid gap-6 px-1 sm:grid-cols-2 lg:grid-cols-1 lg:pt-6">
      <Fact title={m.order_to()}>{`${order.city}, ${order.state}`}</Fact>
      {order.gift && (
        <Fact title={m.order_gift()}>{order.gift.hasNote ? m.order_gift_note() : m.order_gift_plain()}</Fact>
      )}
      {carriage && <Fact title={m.order_by()}>{carriage}</Fact>}
      <div className="sm:col-span-2 lg:col-span-1">
        <dt>{m.order_questions()}</dt>
        <dd>
          <a
            className="link inline-flex min-h-11 items-center wrap-anywhere"
            href={`mailto:${shopFacts().email}?subject=${encodeURIComponent(m.order_heading({ number: bothNumbers({ id: order.orderNumber, number: order.number }) }))}`}
          >
            {shopFacts().email}
          </a>
        </dd>
      </div>
    </dl>
  );
}

/** Shown until the order has arrived. */
function PromisedDays({ order: { status, shipBy, arriveBy } }: { order: OrderStatusView }) {
  const language = useLanguage();
  if (!shipBy || !arriveBy || status === 'delivered' || status === 'cancelled') return null;
  const arrive = promisedDay(arriveBy, language);
  return (
    <p className="mt-2 text-center font-semibold">
      {status === 'shipped'
        ? m.order_arrives({ arrive })
        : m.order_promise({ ship: promisedDay(shipBy, language), arrive })}
    </p>
  );
}

const parcelTexts = {
  accepted: m.order_parcel_accepted,
  transit: m.order_parcel_transit,
  delivered: m.order_parcel_delivered,
  returned: m.order_parcel_returned,
  failure: m.order_parcel_failure,
};

const formatSeen = (at: string, language: Language) =>
  withDayHalves(
    new Intl.DateTimeFormat(LOCALES[language], {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: shopFacts().timeZone,
    }).format(new Date(at)),
  );

function Tracking({ order: { tracking, status } }: { order: OrderStatusView }) {
  const language = useLanguage();
  if (!tracking) {
    const isAwaited = status === 'pending' || status === 'processing';
    return isAwaited && <p className="mt-2 text-center text-ink-soft">{m.order_tracking_none()}</p>;
  }
  return (
    <div className="mt-7 grid gap-7">
      {tracking.parcels.map(({ number, url, seen }, i) => (
        <div key={number} className="flex flex-col items-center gap-4 text-center">
          <div>
            <p className="text-label text-second uppercase">
              {tracking.parcels.length === 1
                ? m.order_tracking()
                : m.order_parcel_of({ parcel: i + 1, parcels: tracking.parcels.length })}
            </p>
            <p className="mt-1 text-lead font-semibold wrap-anywhere">
              {tracking.carrier && !url ? `${number} (${tracking.carrier})` : number}
            </p>
          </div>
          {seen.length > 0 && (
            <ol className="grid gap-1.5 text-ink-soft">
              {seen.map(({ state, at, place }) => (
                <li key={state + at}>
                  <strong className="font-semibold text-ink">{parcelTexts[state]()}</strong>
                  <span>{place ? ` · ${place} · ` : ' · '}</span>
                  <time dateTime={at}>{formatSeen(at, language)}</time>
                </li>
              ))}
            </ol>
          )}
          {url && (
            <a href={url} rel="noreferrer" className={buttonClass({ variant: 'primary' })}>
              {m.order_track({ carrier: tracking.carrier ?? '' })}
              <Icon name="arrow" />
            </a>
          )}
        </div>
      ))}
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-label text-second uppercase">{title}</dt>
      <dd className="mt-1 text-lead wrap-anywhere">{children}</dd>
    </div>
  );
}
