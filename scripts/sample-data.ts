import { createHash, randomBytes } from 'node:crypto';
import { products } from '#brand/catalogue.ts';
import { freeShipping } from '#brand/shipping.ts';
import { itemsText, toOrderLines } from '#server/features/orders/lines.ts';
import type { orderEvents, orders } from '#server/features/orders/schema.ts';
import type { storeLocations } from '#server/features/stores/schema.ts';
import type { wholesaleInquiries } from '#server/features/wholesale/schema.ts';
import type { Language } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import { orderTotals } from '#shared/core/totals.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { isFreeShipping } from '#shared/shipping/free-shipping.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';

type NewOrder = typeof orders.$inferInsert & { id: string; createdAt: Date; lines: OrderLine[] };
export type SampleData = {
  stores: (typeof storeLocations.$inferInsert & { id: string })[];
  inquiries: (typeof wholesaleInquiries.$inferInsert & { id: string })[];
  orders: NewOrder[];
  events: (typeof orderEvents.$inferInsert)[];
};

const DAY_MS = 86_400_000;
const DAYS = 150;

/* Fictional people and shops: reserved domains (RFC 2606) and telephone numbers (555-01xx) only. */
const FIRST = [
  'Yanelis',
  'Roberto',
  'Lourdes',
  'Ernesto',
  'Maritza',
  'Alexis',
  'Dayana',
  'Osvaldo',
  'Caridad',
  'Jason',
  'Megan',
  'Tyler',
  'Idalmis',
  'Reinaldo',
  'Ashley',
  'Magaly',
];
const LAST = [
  'Pérez',
  'Rodríguez',
  'Fernández',
  'Valdés',
  'Cabrera',
  'Suárez',
  'Morales',
  'Johnson',
  'Miller',
  'Hernández',
  'Quintana',
  'Acosta',
  'Brown',
  'Peña',
];
const PLACES = [
  ['Miami', 'FL', '33135', 'SW 8th St'],
  ['Hialeah', 'FL', '33012', 'W 49th St'],
  ['Coral Gables', 'FL', '33134', 'Miracle Mile'],
  ['Kendall', 'FL', '33176', 'SW 104th St'],
  ['Tampa', 'FL', '33605', 'E 7th Ave'],
  ['Orlando', 'FL', '32801', 'Orange Ave'],
  ['Fort Lauderdale', 'FL', '33301', 'Las Olas Blvd'],
  ['Union City', 'NJ', '07087', 'Bergenline Ave'],
  ['New York', 'NY', '10033', 'Broadway'],
  ['Houston', 'TX', '77002', 'Main St'],
  ['Atlanta', 'GA', '30308', 'Peachtree St'],
  ['Los Angeles', 'CA', '90026', 'Sunset Blvd'],
] as const;
const STORES = [
  ['Bodega La Palma', '1201 SW 8th St, Miami, FL 33135', 'grocery', '25.7655', '-80.2155'],
  ['Calle Ocho Gas & Go', '2700 SW 8th St, Miami, FL 33135', 'gas-station', '25.7652', '-80.2388'],
  ['Mini Mart El Faro', '900 E 4th Ave, Hialeah, FL 33010', 'mini-mart', '25.8305', '-80.2745'],
  ['Palmetto Fuel Stop', '7500 NW 103rd St, Hialeah Gardens, FL 33016', 'gas-station', '25.8689', '-80.3200'],
  ['La Esquina de Flagler', '3601 W Flagler St, Miami, FL 33135', 'convenience', '25.7731', '-80.2540'],
  ['Coral Way Market', '2220 SW 22nd St, Miami, FL 33145', 'grocery', '25.7504', '-80.2306'],
  ['Kendall Quick Stop', '11700 N Kendall Dr, Miami, FL 33186', 'convenience', '25.6857', '-80.3820'],
  ['Wynwood Corner', '2500 NW 2nd Ave, Miami, FL 33127', 'convenience', '25.8014', '-80.1991'],
  ['Bird Road Gas', '8700 SW 40th St, Miami, FL 33165', 'gas-station', '25.7330', '-80.3370'],
  ['Mercadito Westchester', '8600 SW 24th St, Miami, FL 33155', 'grocery', '25.7480', '-80.3350'],
  ['Homestead Farm Stand', '35 N Krome Ave, Homestead, FL 33030', 'other', '25.4700', '-80.4776'],
  ['Doral Express', '9500 NW 41st St, Doral, FL 33178', 'convenience', '25.8110', '-80.3520'],
  ['Little Havana Café y Más', '1500 SW 8th St, Miami, FL 33135', 'other', '25.7654', '-80.2190'],
  ['Sunrise Gas', '1010 W Sunrise Blvd, Fort Lauderdale, FL 33311', 'gas-station', '26.1378', '-80.1560'],
  ['Ybor Bodega', '1600 E 7th Ave, Tampa, FL 33605', 'grocery', '27.9601', '-82.4410'],
  ['Key Stop', '1100 Duval St, Key West, FL 33040', 'convenience', '24.5475', '-81.7970'],
] as const;
const NOTES: readonly [string, Language][] = [
  ['Tenemos tres gasolineras en Hialeah. Queremos el exhibidor para la caja.', 'es'],
  ['My customers ask for pastelitos all day. Can I try a case first?', 'en'],
  ['¿Hacen entregas los lunes temprano?', 'es'],
  ['We open a second store in Doral next month.', 'en'],
];

/**
 * Realistic sample data of the last five months, identical for the same day: stores, inquiries, and orders that
 * increase over time. Ids are derived from the seed, so that exactly these records can be removed.
 */
export function makeSampleData(now: Date): SampleData {
  const random = generator(20_260);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const phone = () => `+1 305-555-01${String(Math.floor(random() * 100)).padStart(2, '0')}`;
  const person = () => `${pick(FIRST)} ${pick(LAST)}`;
  const mailbox = (name: string) => `${plain(name).replace(/\W+/g, '.')}@example.com`;

  const stores = STORES.map(([name, address, storeType, latitude, longitude], i) => ({
    id: idOf('store', i),
    name,
    address,
    storeType,
    latitude,
    longitude,
  }));

  const inquiries = Array.from({ length: 18 }, (_, i) => {
    const contactName = person();
    const [city, state] = pick(PLACES);
    const [message, preferredLanguage] = pick(NOTES);
    const age = i === 0 ? 0.2 : i * 6 + random() * 3;
    const status =
      age < 3 ? 'pending' : pick(['contacted', 'approved', 'approved', 'rejected', 'contacted', 'pending']);
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
  });

  const made: NewOrder[] = [];
  const events: SampleData['events'] = [];
  for (let day = DAYS; day >= 0; day--) {
    const busy = Math.floor(random() * (1 + ((DAYS - day) / DAYS) * 4));
    for (let n = 0; n < busy; n++) {
      const order = anOrder(made.length, new Date(now.getTime() - (day + random() * 0.4) * DAY_MS), day);
      made.push(order);
      events.push({ orderId: order.id, kind: 'created', detail: { status: 'pending' }, createdAt: order.createdAt });
    }
  }

  function anOrder(i: number, createdAt: Date, age: number): NewOrder {
    const customerName = person();
    const [city, state, zipCode, street] = pick(PLACES);
    const language: Language = random() < 0.55 ? 'es' : 'en';
    const lines = products
      .map(({ id, name, priceCents }) => ({ id, name: name[language], quantity: Math.floor(random() * 3), priceCents }))
      .filter(({ quantity }) => quantity > 0);
    const [first] = products;
    if (lines.length === 0)
      lines.push({ id: first.id, name: first.name[language], quantity: 1, priceCents: first.priceCents });
    const { subtotalCents: subtotal } = orderTotals(lines);
    const isFree = isFreeShipping(
      brandShippingRules.free,
      { subtotalCents: subtotal, weightOz: 0 },
      { state, zipCode },
    );
    const shipping = isFree ? 0 : pick([895, 1120, 1310, 1495]);
    const status =
      age > 9
        ? random() < 0.05
          ? 'cancelled'
          : 'delivered'
        : age > 3
          ? 'shipped'
          : age > 1
            ? 'processing'
            : 'pending';
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
      statusToken: randomBytes(24).toString('base64url'),
      createdAt,
    };
  }

  return { stores, inquiries, orders: made, events };
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
