import { createHash, randomBytes } from 'node:crypto';
import { products } from '#brand/catalogue.ts';
import { freeShipping } from '#brand/shipping.ts';
import { itemsText, toOrderLines } from '#server/features/orders/lines.ts';
import type { orderEvents, orders } from '#server/features/orders/schema.ts';
import type { storeLocations } from '#server/features/stores/schema.ts';
import type { visitDays } from '#server/features/visits/schema.ts';
import type { wholesaleInquiries } from '#server/features/wholesale/schema.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import { orderTotals } from '#shared/core/totals.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { isFreeShipping } from '#shared/shipping/free-shipping.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import sample from './sample-data.json' with { type: 'json' };

type NewOrder = typeof orders.$inferInsert & { id: string; createdAt: Date; lines: OrderLine[] };
export type SampleData = {
  stores: (typeof storeLocations.$inferInsert & { id: string })[];
  inquiries: (typeof wholesaleInquiries.$inferInsert & { id: string })[];
  orders: NewOrder[];
  events: (typeof orderEvents.$inferInsert)[];
  visits: (typeof visitDays.$inferInsert)[];
};

const DAY_MS = 86_400_000;
const DAYS = 150;
/** Sources of visits: average visits a day, and how many of a hundred orders each brings. */
const SOURCES = [
  { source: '', visits: 22, orders: 60 },
  { source: 'instagram', visits: 14, orders: 15 },
  { source: 'newsletter', visits: 5, orders: 18 },
  { source: 'market', visits: 2, orders: 7 },
] as const;
/** The pages that visits begin on, with their shares. */
const PAGES = [
  { page: '/', share: 0.6 },
  { page: '/shop', share: 0.4 },
] as const;

/** Fictional people and shops. */
const { firstNames, lastNames, places, stores: shops } = sample;
const notes = sample.notes as { message: string; preferredLanguage: Language }[];

/**
 * Realistic sample data of the last five months, identical for the same day: stores, inquiries, and orders that
 * increase over time. Ids are derived from the seed, so that exactly these records can be removed. Domains (RFC 2606) and
 * telephone numbers (555-01xx) are reserved ones.
 */
export function makeSampleData(now: Date): SampleData {
  const draw = drawing(generator(20_260));
  // A separate sequence for visits, so that they do not change the other sample records.
  const chance = generator(40_052);
  const stores = shops.map((shop, i) => ({ id: idOf('store', i), ...shop }));
  const inquiries = Array.from({ length: 18 }, (_, i) => anInquiry(draw, i, now));
  const made: NewOrder[] = [];
  const events: SampleData['events'] = [];
  for (let day = DAYS; day >= 0; day--) {
    const busy = Math.floor(draw.random() * (1 + ((DAYS - day) / DAYS) * 4));
    for (let n = 0; n < busy; n++) {
      const createdAt = new Date(now.getTime() - (day + draw.random() * 0.4) * DAY_MS);
      const order = anOrder(draw, chance, made.length, createdAt, day);
      made.push(order);
      events.push({ orderId: order.id, kind: 'created', detail: { status: 'pending' }, createdAt });
    }
  }
  return { stores, inquiries, orders: made, events, visits: visitsUntil(now) };
}

type Drawing = ReturnType<typeof drawing>;

/** People and choices, by chance. */
function drawing(random: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return {
    random,
    pick,
    phone: () => `+1 305-555-01${String(Math.floor(random() * 100)).padStart(2, '0')}`,
    person: () => `${pick(firstNames)} ${pick(lastNames)}`,
  };
}

const mailbox = (name: string) => `${plain(name).replace(/\W+/g, '.')}@example.com`;

function anInquiry({ random, pick, phone, person }: Drawing, i: number, now: Date): SampleData['inquiries'][number] {
  const contactName = person();
  const { city, state } = pick(places);
  const { message, preferredLanguage } = pick(notes);
  const age = i === 0 ? 0.2 : i * 6 + random() * 3;
  const status = age < 3 ? 'pending' : pick(['contacted', 'approved', 'approved', 'rejected', 'contacted', 'pending']);
  return {
    id: idOf('inquiry', i),
    businessName: `${contactName.split(' ')[1]} ${pick(['Market', 'Food Mart', 'Gas', 'Bodega', 'Cafetería'])}`,
    contactName,
    email: mailbox(contactName),
    phone: phone(),
    storeType: pick(['gas-station', 'convenience', 'mini-mart', 'grocery', 'other']),
    location: `${city}, ${state}`,
    message: random() < 0.7 ? message : null,
    preferredLanguage,
    status,
    createdAt: new Date(now.getTime() - age * DAY_MS),
  };
}

function anOrder(draw: Drawing, chance: () => number, i: number, createdAt: Date, age: number): NewOrder {
  const { random, pick, phone, person } = draw;
  const customerName = person();
  const { city, state, zipCode, street } = pick(places);
  const language: Language = random() < 0.55 ? 'es' : 'en';
  const lines = products
    .map(({ id, name, priceCents }) => ({ id, name: name[language], quantity: Math.floor(random() * 3), priceCents }))
    .filter(({ quantity }) => quantity > 0);
  const [first] = products;
  if (lines.length === 0)
    lines.push({ id: first.id, name: first.name[language], quantity: 1, priceCents: first.priceCents });
  const { subtotalCents: subtotal } = orderTotals(lines);
  const isFree = isFreeShipping(brandShippingRules.free, { subtotalCents: subtotal, weightOz: 0 }, { state, zipCode });
  const shipping = isFree ? 0 : pick([895, 1120, 1310, 1495]);
  const status = statusAt(age, random);
  const bought = toOrderLines(lines, { discountCents: 0 });
  const isSent = status === 'shipped' || status === 'delivered';
  return {
    id: idOf('order', i),
    customerName,
    email: mailbox(customerName),
    phone: phone(),
    addressLine1: `${100 + Math.floor(random() * 9800)} ${street}`,
    addressLine2: random() < 0.25 ? `Apt ${1 + Math.floor(random() * 40)}` : null,
    city,
    state,
    zipCode,
    totalAmount: centsToText(subtotal + shipping),
    shippingCost: centsToText(shipping),
    shippingMethod: isFree ? freeShipping.service[language] : 'Ground Advantage',
    shippingCarrier: 'USPS',
    trackingNumber: isSent ? `9400100000000000${String(100_000 + i)}` : null,
    trackingCarrier: isSent ? 'USPS' : null,
    currency: 'usd',
    stripePaymentIntentId: `pi_sample_${idOf('payment', i).replaceAll('-', '')}`,
    items: itemsText(bought),
    lines: bought,
    preferredLanguage: language,
    status,
    source: sourceAt(chance() * 100),
    statusToken: randomBytes(24).toString('base64url'),
    createdAt,
  };
}

/** By the days since the order. */
function statusAt(age: number, random: () => number): NewOrder['status'] {
  if (age > 9) return random() < 0.05 ? 'cancelled' : 'delivered';
  return age > 3 ? 'shipped' : age > 1 ? 'processing' : 'pending';
}

/** The source of an order, by a number from 0 to below 100. */
function sourceAt(percent: number): string | null {
  let sum = 0;
  const found = SOURCES.find(({ orders }) => {
    sum += orders;
    return percent < sum;
  });
  return found?.source || null;
}

/** Visits that increase like the orders: for each day, source, page and language one row. */
function visitsUntil(now: Date): SampleData['visits'] {
  const random = generator(7_919);
  const days = Array.from({ length: DAYS + 1 }, (_, ago) => ({
    ago,
    day: shopDay(new Date(now.getTime() - ago * DAY_MS)),
  }));
  return days
    .flatMap(({ ago, day }) =>
      SOURCES.flatMap(({ source, visits: average }) =>
        PAGES.flatMap(({ page, share }) =>
          LANGUAGES.map((language) => {
            const expected = (average * share * (1.2 - ago / DAYS)) / LANGUAGES.length;
            const visits = Math.floor(expected + random() * 1.5);
            return { day, page, source, language, visits, views: visits + Math.floor(visits * random() * 0.4) };
          }),
        ),
      ),
    )
    .filter(({ visits }) => visits > 0);
}

/** A deterministic UUID for a name. */
function idOf(kind: string, i: number): string {
  const h = createHash('sha256').update(`sample ${kind} ${i}`).digest('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`;
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Deterministic random numbers from 0 to below 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
