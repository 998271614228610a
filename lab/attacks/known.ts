import { sizes } from '#brand/sizes.ts';
import { logIn, PASSWORD } from '#lab/bench/shop.ts';
import { ATTEMPT_HEADER, type CreatePaymentIntentAnswer, type ShippingRate } from '#shared/checkout/checkout.ts';
import { brandFacts } from '#shared/content/shop-facts.ts';
import { NEXT_CURSOR_HEADER } from '#shared/core/list-limits.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';
import { aNewYorkAddress, paymentIdOf } from '#test/makers.ts';
import { aForm, aPng } from '#test/media.ts';
import { call, confirmOrder } from '#test/shopper.ts';

/** The environment for the attacked program. */
export const ATTACKED_ENV = {
  ADMIN_PASSWORD: PASSWORD,
  LOG_LEVEL: 'warn',
  LIMIT_PAYMENT_STARTS: '1000000',
  LIMIT_PAYMENT_STARTS_OVERALL: '1000000',
  LIMIT_RATES: '1000000',
  LIMIT_CONFIRMATIONS: '1000000',
  LIMIT_CHECKOUTS_AT_ONCE: '1000000',
  LIMIT_INQUIRIES: '1000000',
  LIMIT_INQUIRIES_OVERALL: '1000000',
};

/** Valid values by field name, so that a request passes the validation except for its deliberate error. */
export type GoodValues = Record<string, unknown[]>;

/** What an attacker may know of a shop: a session, existing records, and valid values for every field. */
export type Known = { cookie: string; good: GoodValues; ids: Record<string, string[]> };

const ADDRESS = aNewYorkAddress();

/** Creates records of every kind; their ids are then in `known.ids`. */
export async function fillShop(url: string): Promise<Known> {
  const cookie = await logIn(url);
  const inquiry = { ...GOOD_INQUIRY, email: 'ana@shopper.example' };
  for (let i = 0; i < 2; i++) await call(url, '/api/wholesale-inquiries', inquiry);
  for (let i = 0; i < 2; i++) await buy(url);
  for (let i = 0; i < 2; i++) await adminPost(url, cookie, '/api/admin/store-locations', GOOD_STORE);
  await adminPost(url, cookie, '/api/admin/email-templates', GOOD_TEMPLATE);
  for (let i = 0; i < 2; i++)
    await adminPost(url, cookie, '/api/admin/products', { name: { en: 'Mango', es: 'Mango' } });
  for (let i = 0; i < 2; i++) await addPicture(url, cookie);
  for (const code of ['GUAVA10', 'MANGO10'])
    await adminPost(url, cookie, '/api/admin/codes', { code, kind: 'percent', value: 10 });
  for (const state of ['TX', 'OH']) await adminPost(url, cookie, '/api/admin/taxes', { state, rate: '6.25' });
  return know(url, cookie);
}

async function addPicture(url: string, cookie: string): Promise<void> {
  const { payload, type } = aForm('plate.png', await aPng(40, 30));
  const headers = { 'content-type': type, cookie };
  const answer = await fetch(`${url}/api/admin/media`, { method: 'POST', headers, body: new Uint8Array(payload) });
  if (!answer.ok) throw new Error(`An upload answered ${answer.status}: ${await answer.text()}`);
}

/** Reads the existing records again, because attacks delete some. */
export async function know(url: string, cookie: string): Promise<Known> {
  const list = async (path: string) => {
    const answer = await fetch(url + path, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    const rows = (await answer.json()) as { id: string; stripePaymentIntentId?: string }[];
    return { rows, cursor: answer.headers.get(NEXT_CURSOR_HEADER) };
  };
  const [
    orders,
    wholesalers,
    stores,
    emails,
    templates,
    products,
    revisions,
    pictures,
    codes,
    taxes,
    taxRecords,
    stories,
  ] = await Promise.all(
    [
      'orders?limit=2',
      'wholesalers?limit=2',
      'store-locations',
      'emails?limit=2',
      'email-templates',
      'products',
      'revisions',
      'media',
      'codes',
      'taxes',
      'tax-records',
      'stories',
    ].map((path) => list(`/api/admin/${path}`)),
  );
  const { clientSecret, quote } = await startPayment(url);
  const customers = await list('/api/admin/customers?limit=2');
  const accounts = await list('/api/admin/accounts?limit=2');
  const idsOf = (found: typeof orders) => (found?.rows ?? []).map(({ id }) => id);
  const paymentIds = [paymentIdOf(clientSecret), ...(orders?.rows ?? []).map((row) => row.stripePaymentIntentId ?? '')];
  return {
    cookie,
    ids: {
      orders: idsOf(orders),
      customers: idsOf(customers),
      wholesalers: idsOf(wholesalers),
      accounts: idsOf(accounts),
      'price-lists': ['default'],
      'store-locations': idsOf(stores),
      emails: idsOf(emails),
      'email-templates': idsOf(templates),
      // The products of purchases are protected.
      products: idsOf(products).filter((id) => !id.startsWith('box')),
      revisions: idsOf(revisions).map(String),
      media: idsOf(pictures),
      codes: idsOf(codes),
      taxes: idsOf(taxes),
      'tax-records': idsOf(taxRecords),
      stories: idsOf(stories),
      policies: ['terms', 'privacy'],
      places: ['hero', 'contact'],
      texts: ['home_heading', 'shop_left'],
    },
    good: {
      ...lists({ ...GOOD_INQUIRY, ...GOOD_STORE, ...GOOD_TEMPLATE, ...ADDRESS, ...quote }),
      ...GOOD_FIELDS,
      id: ['box40', 'box20double'],
      ids: idsOf(orders),
      inquiryId: idsOf(wholesalers),
      quantity: [1, 1, 1, 2, 99],
      email: ['ana@shopper.example'],
      paymentIntentId: paymentIds,
      clientSecret: [clientSecret],
      cardNumber: ['4242424242424242', '4000000000000002', '4000002500003155'],
      password: ['not the password', 'another guess'],
      customerName: ['Ana Pérez'],
      orderNumber: [(idsOf(orders)[0] ?? '').slice(0, 8).toUpperCase()],
      q: ['ana', 'maria nunez', '3055550111', idsOf(orders)[0] ?? ''],
      limit: ['1', '50', '200', 50],
      cursor: [orders?.cursor, emails?.cursor].filter((cursor) => cursor != null),
      token: ['x'.repeat(43)],
      onHand: [1_000_000],
      source: ['bodega'],
      [ATTEMPT_HEADER]: ['0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001'],
    },
  };
}

const GOOD_INQUIRY = {
  businessName: 'Gasolinera El Sol',
  contactName: 'Iván Pérez',
  phone: '305-555-0123',
  storeType: 'gas-station',
  location: 'Hialeah, FL',
  message: 'Two counters.',
  preferredLanguage: 'es',
  website: '',
};
const GOOD_STORE = {
  name: 'La Esquina',
  address: '900 W 49th St, Hialeah, FL 33012',
  storeType: 'convenience',
  latitude: 25.86,
  longitude: '-80.3',
};
const lists = (values: object) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
/** Values of a product's fields, by name. */
const GOOD_PRODUCT: GoodValues = {
  kind: ['product'],
  version: [0, 1],
  publish: [false],
  priceCents: [1999],
  unit: Object.keys(sizes),
  pieces: [40],
  pieceOz: [1.1],
  netWeightOz: [44],
  weightOz: [54],
  parcelInches: [[12, 9, 6]],
  gtin: ['200000040017'],
  taxCode: ['txcd_40040000'],
  allergens: [['wheat']],
  allergenSpecies: [{}],
  nutrition: [{ servingSize: '1 oz', calories: 150, nutrients: [], vitamins: [] }],
  shelfLifeDays: [120],
  components: [[{ id: 'box40', quantity: 1 }]],
  images: ['box40Box'],
  notesOnSlip: [true, false],
  acceptTax: [true, false],
  orderNumber: ['0B5C9A52'],
};
const { legalName, founder, wholesaleEmail, address, hours, social } = brandFacts;
const A_HEAT_RULE = {
  products: ['box40'],
  months: [7],
  states: ['FL'],
  isEarlyWeek: true,
  isFast: false,
  isHeld: false,
};
const GOOD_HOLIDAY = {
  from: '2036-12-24',
  until: '2036-12-25',
  hours: { opens: '10:00', closes: '12:00' },
  word: { en: 'Christmas', es: 'Navidad' },
};
/** Each part of rules and facts as a whole: a table has a row for each zone, an address a ZIP code of its state. */
const GOOD_RULES: GoodValues = {
  ...lists({
    ...brandShippingRules,
    heat: [A_HEAT_RULE],
    legalName,
    founder,
    wholesaleEmail,
    shipsFrom: address,
    hours,
    specialHours: [GOOD_HOLIDAY],
    social,
    timeZone: 'America/Chicago',
  }),
  address: [GOOD_STORE.address, address],
};
const A_TEXT = { en: 'Do you open on Sunday?', es: '¿Abren el domingo?' };
const GOOD_STORY: GoodValues = { publishedOn: ['2026-11-22'], picture: ['box20Cortadito'], minutes: [30] };
const GOOD_FAQ: GoodValues = {
  questions: [[{ question: { ...A_TEXT }, answer: { ...A_TEXT }, otherwise: { ...A_TEXT } }]],
};
/** Values of all other fields that need no record. */
export const GOOD_FIELDS: GoodValues = {
  carrier: ['USPS', 'UPS', 'FedEx'],
  trackingNumber: ['9400111201080805483016'],
  notes: ['Called on Monday.'],
  acceptPlace: [true],
  refundId: ['0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de004'],
  how: ['Zelle'],
  on: ['2026-01-02'],
  region: ['site'],
  page: ['/shop'],
  error: ['TypeError'],
  at: [['site-a1b2c3.js:1:20']],
  shipBy: ['2036-12-01'],
  labelId: ['0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de003'],
  maxCost: ['99.00'],
  size: ['letter', '4x6'],
  lengthIn: [12],
  widthIn: [9],
  heightIn: [4],
  // An unknown person, because the others are needed.
  person: ['nobody@shopper.example'],
  confirm: ['nobody@shopper.example'],
  expiry: ['12/40'],
  cvc: ['123'],
  amount: ['1.00', '19.99'],
  reason: ['A dented box.'],
  shipping: [false, true],
  restock: [false, true],
  notify: [false, true],
  focal: [[50, 50]],
  lowAt: [3],
  // A missing code, so that the attack's purchases pay their whole price.
  code: ['PAPAYA10'],
  value: [10],
  minimum: [100],
  limitPerPerson: [1],
  startsAt: ['2026-01-01T00:00:00Z'],
  rate: ['8.25'],
  since: ['2026-01-01'],
  taxesShipping: [true, false],
  taxesFood: [false, true],
  endsAt: ['2036-01-01T00:00:00Z'],
  addresses: [
    [
      {
        ...{ label: 'Calle Ocho', addressLine1: '12 Calle Ocho', addressLine2: null },
        ...{ city: 'Miami', state: 'FL', zipCode: '33135' },
      },
    ],
  ],
  people: [[{ name: 'Ana Pérez', email: 'ana@store.example', phone: null, language: 'es' }]],
  terms: ['net30', 'prepaid'],
  isOnHold: [false, true],
  minimumCents: [15_000],
  creditLimitCents: [100_000],
  certificate: [{ number: '23-8001', state: 'FL', endsOn: '2036-12-31' }],
  productId: ['box40'],
  unitsPerCase: [12],
  minimumCases: [2],
  ...GOOD_PRODUCT,
  ...GOOD_RULES,
  ...GOOD_FAQ,
  ...GOOD_STORY,
};
const GOOD_TEMPLATE = {
  templateKey: 'order_confirmation',
  language: 'es',
  subject: 'Listo {{orderNumber}}',
  body: 'Hola **{{customerName}}**',
};

async function adminPost(url: string, cookie: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

async function startPayment(url: string) {
  const cart = [{ id: 'box40', quantity: 1 }];
  const { rates } = await call<{ rates: ShippingRate[] }>(url, '/api/shipping-rates', {
    items: cart,
    shippingAddress: ADDRESS,
  });
  const [rate] = rates;
  if (!rate) throw new Error('No rate was offered');
  const quote = {
    shippingCost: rate.amount,
    shippingMethod: rate.servicelevel.name,
    shippingCarrier: rate.carrier,
  };
  const { clientSecret } = await call<CreatePaymentIntentAnswer>(url, '/api/create-payment-intent', {
    cartItems: cart,
    addressData: ADDRESS,
    shippingData: quote,
  });
  return { clientSecret, quote };
}

/** A whole purchase; throws when a step is refused. @returns the order's number */
export async function buy(url: string): Promise<string> {
  const { clientSecret } = await startPayment(url);
  const paymentId = paymentIdOf(clientSecret);
  const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
  await call(url, `/api/sandbox-payments/${paymentId}/confirm`, { clientSecret, ...card });
  return (await confirmOrder(url, paymentId)).orderNumber;
}

/** Calls whose answers contain stored text. */
export const SHOWS_WHAT_WAS_STORED = [
  '/api/store-locations',
  '/api/admin/orders',
  '/api/admin/orders.csv',
  '/api/admin/customers',
  '/api/admin/customers.csv',
  '/api/admin/wholesalers',
  '/api/admin/accounts',
  '/api/admin/email-templates',
  '/api/admin/emails?limit=200',
];
