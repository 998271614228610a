import { ne } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { facts as brand } from '#brand/facts.ts';
import { runChecks } from '#server/features/diagnostics/checks.ts';
import { diagnosticsDepsOf } from '#server/features/diagnostics/routes.ts';
import { prepareEmail } from '#server/features/emails/outbox.ts';
import { emails } from '#server/features/emails/schema.ts';
import { policyContent } from '#server/features/policies/pages.ts';
import { tellOfDeclines } from '#server/features/settlement/declines/alerts.ts';
import { hashOrigin } from '#server/features/settlement/declines/watch.ts';
import { changedTexts } from '#server/features/texts/pages.ts';
import type { Changed } from '#shared/content/item.ts';
import type { SpecialHours } from '#shared/content/opening-hours.ts';
import { type AdminFacts, brandFacts, type ShopFacts, telOf } from '#shared/content/shop-facts.ts';
import { dayAfter, inYear } from '#shared/core/days.ts';
import type { Label } from '#shared/shipping/labels.ts';
import { senderOf } from '#shared/shipping/sender.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { localized } from '#test/localized.ts';
import { aCart, aNewYorkAddress, anInquiry, aPaymentStart, post } from '#test/makers.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { ShippoStandIn } from '#test/stand-ins/shippo.ts';
import { factsContent } from './kinds.ts';
import { dropPastHours } from './special-hours.ts';

const shop = shopForAll();
const call = adminOf(shop);
afterEach(async () => {
  const { version } = await read();
  await call('DELETE', `${PATH}?version=${version}`);
});

const PATH = '/api/admin/facts';
const read = async () => (await call('GET', PATH)).json<AdminFacts>();
const save = async (changes: object, more: object = {}) => {
  const { version, origin: _, changed: __, published: ___, ...facts } = await read();
  return call('PUT', PATH, { ...facts, ...changes, version, ...more });
};
const publish = async (changes: Partial<ShopFacts>) => {
  const answer = await save(changes, { publish: true });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Changed<AdminFacts>>();
};
const shown = () => factsContent(shop.deps.content.current()).facts;
const said = () => changedTexts(shop.deps.content.current());
const aHoliday = (changes: Partial<SpecialHours> = {}): SpecialHours => ({
  from: '2036-12-25',
  until: '2036-12-25',
  hours: null,
  word: localized('Christmas', 'Navidad'),
  ...changes,
});
const TAMPA = { street: '12 Bay Street', city: 'Tampa', state: 'FL', zipCode: '33602' } as const;

test('a fresh shop follows the files, and its pages carry no facts of their own; a stranger reads nothing', async () => {
  const { version: _, origin, changed, published, ...facts } = await read();
  expect(facts).toEqual(brandFacts);
  expect(published).toEqual(brandFacts);
  expect({ origin, changed }).toEqual({ origin: 'default', changed: [] });
  expect((await shop.app.inject(PATH)).statusCode).toBe(401);
  expect(shown()).toBeUndefined();
  expect(said()).toEqual({});
  const { specialHours: none, ...known } = brandFacts;
  expect(none).toEqual([]);
  expect(shop.deps.facts()).toEqual({ ...known, name: brand.name, phoneHref: brand.phoneHref });
});

test('a draft changes nothing; a publish reaches pages, sentences and policies; the revert undoes it', async () => {
  const hours: ShopFacts['hours'] = [{ days: ['Monday', 'Saturday'], opens: '10:00', closes: '14:30' }];
  const changes = { phone: '(813) 555-0199', address: TAMPA, hours, city: 'Tampa Bay' };
  expect((await save(changes)).json()).toMatchObject({
    changed: expect.arrayContaining(['phone', 'address', 'hours', 'city']),
    revision: null,
  });
  expect(shown()).toBeUndefined();
  const { unpublished } = (await call('GET', '/api/admin/changes')).json();
  expect(unpublished).toMatchObject([{ kind: 'facts', fields: expect.arrayContaining(['phone']) }]);

  const { revision } = await publish(changes);
  expect(shown()).toMatchObject({ phone: '(813) 555-0199', phoneHref: '+18135550199', address: TAMPA });
  // A sentence with a fact, in both languages; one without stays that of the build.
  expect(said().contact_hours_week).toEqual(
    localized(
      expect.stringContaining('Monday and Saturday, 10:00 AM to 2:30 PM'),
      expect.stringMatching(/lunes y sábado, de 10:00 a.\u00a0m. a 2:30 p.\u00a0m./i),
    ),
  );
  expect(JSON.stringify(said())).not.toContain(brand.city);
  expect(said().nav_shop).toBeUndefined();
  const policies = JSON.stringify(policyContent(shop.deps.content.current(), { partners: [], products: [] }).policies);
  expect(policies).toContain('(813) 555-0199');
  expect(policies).not.toContain(brand.phone);

  expect((await call('POST', `/api/admin/revisions/${revision}/restore`)).statusCode).toBe(200);
  expect(shown()).toBeUndefined();
  expect(said()).toEqual({});
  expect(await read()).toMatchObject({ origin: 'default' });
});

test('a changed sentence that names a fact says the new one', async () => {
  const path = '/api/admin/texts/home_heading';
  const words = localized('Baked in {city}', 'Hecho en {city}');
  const [{ version }] = (await call('GET', '/api/admin/texts?q=home_heading')).json();
  expect((await call('PUT', path, { ...words, version, publish: true })).statusCode).toBe(200);
  expect(said().home_heading).toEqual(localized(`Baked in ${brand.city}`, `Hecho en ${brand.city}`));
  await publish({ city: 'Tampa' });
  expect(said().home_heading).toEqual(localized('Baked in Tampa', 'Hecho en Tampa'));
  const [now] = (await call('GET', '/api/admin/texts?q=home_heading')).json();
  expect((await call('DELETE', `${path}?version=${now.version}`)).statusCode).toBe(200);
});

test('mails that are written later end with the new facts, and fill them in', async () => {
  await publish({
    phone: '305-555-0177',
    email: 'nueva@shop.example',
    address: TAMPA,
    social: { instagram: '', tiktok: '' },
  });
  const template = {
    templateKey: 'order_confirmation',
    language: 'es',
    subject: 'Listo',
    body: 'Llama: {{brandPhone}}',
  };
  const answer = await call('POST', '/api/admin/email-templates/preview', template);
  const { html, text } = answer.json<{ html: string; text: string }>();
  for (const part of [html, text]) {
    expect(part).toContain('nueva@shop.example');
    expect(part).toContain('12 Bay Street, Tampa, FL 33602');
    expect(part.split('305-555-0177').length).toBeGreaterThan(2);
    expect(part).not.toContain(brand.phone);
  }
  expect(html).not.toMatch(/Instagram|TikTok/);
});

test('refusals and built-in mails use the published facts', async () => {
  shop.deps.declines.renew([hashOrigin('127.0.0.1')], false);
  const refused = async () =>
    (await post(shop, '/api/create-payment-intent', await aPaymentStart(shop))).json<{ message: string }>().message;
  expect(await refused()).toContain(brand.email);
  await publish({ email: 'nueva@shop.example', city: 'Tampa' });
  expect(await refused()).toContain('nueva@shop.example');
  shop.deps.declines.renew([], false);
  const templates = JSON.stringify((await call('GET', '/api/admin/email-templates/defaults')).json());
  expect(templates).toContain('Tampa');
  expect(templates).not.toContain(brand.city);
  const mail = await prepareEmail(shop.deps, {
    templateKey: 'shipping_confirmation',
    language: 'es',
    to: 'maria@shopper.example',
    values: {},
  });
  expect(mail.text).toContain('Tampa');
  expect(mail.text).not.toContain(brand.city);
});

test('mails to the owner go to the published address, unless OWNER_EMAIL names one, and Setup says which', async () => {
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hola@shop.example' };
  const named = await startTestApp({ database: shop.database, env: { ...smtp, OWNER_EMAIL: 'Ana <ana@own.example>' } });
  const inquiry = anInquiry();
  const told = async (at: TestApp) => {
    await at.deps.db.delete(emails);
    expect((await post(at, '/api/wholesale-inquiries', inquiry)).statusCode).toBe(201);
    await tellOfDeclines(at.deps, 'overall', 50);
    const rows = await at.deps.db.select().from(emails).where(ne(emails.to, inquiry.email));
    return [...new Set(rows.map(({ templateKey, to }) => `${templateKey} ${to}`))].sort();
  };
  const setup = async (at: TestApp) => {
    const found = (await runChecks(diagnosticsDepsOf(at.deps))).find(({ check }) => check === 'owner_mail');
    return [found?.code, found?.values];
  };
  try {
    expect(await told(shop)).toEqual([`owner_alert ${brand.email}`, `wholesale_notification ${brand.email}`]);
    await publish({ email: 'nueva@shop.example' });
    expect(await told(shop)).toEqual(['owner_alert nueva@shop.example', 'wholesale_notification nueva@shop.example']);
    expect(await setup(shop)).toEqual(['owner_mail_facts', { owner: 'nueva@shop.example' }]);
    expect(await told(named)).toEqual([
      'owner_alert Ana <ana@own.example>',
      'wholesale_notification Ana <ana@own.example>',
    ]);
    expect(await setup(named)).toEqual(['owner_mail_set', { owner: 'Ana <ana@own.example>' }]);
  } finally {
    await named.close();
  }
});

test('parcels leave from the published origin, which pages do not show, or else from the postal address', async () => {
  const shippo = await ShippoStandIn.start();
  const live = await startTestApp({ env: shippo.env() });
  try {
    const admin = await asAdmin(live);
    const from = async () => {
      const answer = await post(live, '/api/shipping-rates', { items: aCart(), shippingAddress: aNewYorkAddress() });
      expect(answer.statusCode, answer.body).toBe(200);
      return shippo.requests.at(-1)?.body.address_from;
    };
    const put = async (changes: Partial<ShopFacts>) => {
      const { version, published } = (await admin('GET', PATH)).json<AdminFacts>();
      return admin('PUT', PATH, { ...published, ...changes, version, publish: true });
    };
    const name = brand.name;
    expect(await from()).toMatchObject({ name, street1: brand.address.street, phone: brand.phone });
    expect((await put({ address: TAMPA, phone: '305-555-0177' })).statusCode).toBe(200);
    expect(await from()).toEqual({
      name,
      street1: TAMPA.street,
      city: 'Tampa',
      state: 'FL',
      zip: '33602',
      country: 'US',
      phone: '305-555-0177',
    });
    const dock = { street: '7 Dock Road', city: 'Atlanta', state: 'GA', zipCode: '30303' } as const;
    expect((await put({ shipsFrom: dock })).statusCode).toBe(200);
    expect(await from()).toMatchObject({ street1: '7 Dock Road', city: 'Atlanta', state: 'GA', zip: '30303' });
    expect(JSON.stringify(factsContent(live.deps.content.current()))).not.toContain('Dock Road');
    expect(live.deps.facts().address).toEqual(TAMPA);
    expect(senderOf(live.deps.facts())).toMatchObject({ name, street: '7 Dock Road', email: brand.email });
    // A bought label has the same sender.
    const order = anOrder({ ...aNewYorkAddress(), customerName: 'Ana' });
    await insertOrders(live, [order]);
    expect((await admin('POST', `/api/admin/orders/${order.id}/labels`)).statusCode).toBe(201);
    const shipment = shippo.requests.findLast(({ body }) => 'address_from' in body)?.body;
    expect(shipment?.address_from).toMatchObject({ street1: '7 Dock Road', zip: '30303', email: brand.email });
  } finally {
    await live.close();
    await shippo.close();
  }
});

test('a sample label has the origin of the parcels as its sender', async () => {
  await publish({ shipsFrom: TAMPA });
  const order = anOrder({});
  await insertOrders(shop, [order]);
  const label = (await call('POST', `/api/admin/orders/${order.id}/labels`)).json<Label>();
  const pdf = await call('GET', `/api/admin/orders/${order.id}/labels/${label.id}/pdf`);
  expect(pdf.rawPayload.toString('latin1')).toContain('12 Bay Street');
});

test('special hours are ordered by date and leave the pages for good after their last day', async () => {
  const today = shopDay(shop.clock.now());
  const day = (days: number) => dayAfter(today, days);
  const rows = [
    aHoliday({ from: day(40), until: day(41) }),
    aHoliday({ from: day(-3), until: day(-1) }),
    aHoliday({ from: day(0), until: day(0), hours: { opens: '10:00', closes: '12:00' } }),
  ];
  const { revision } = await publish({ specialHours: rows });
  const froms = () => shown()?.specialHours?.map(({ from }) => from);
  expect(froms()).toEqual([day(-3), day(0), day(40)]);
  const looks = await Promise.all([dropPastHours(shop.deps), dropPastHours(shop.deps)]);
  expect(looks).toContain(true);
  expect(froms()).toEqual([day(0), day(40)]);
  expect(shown()?.specialHours?.[0]).toEqual(rows[2]);
  expect(await dropPastHours(shop.deps)).toBe(false);
  // Not a change by the owner: the rows stay, and the newest revision is the owner's own.
  expect((await read()).specialHours).toHaveLength(3);
  expect((await call('GET', '/api/admin/revisions')).json()[0].id).toBe(revision);
  // A day that has passed before the publish is not shown at all.
  await publish({ specialHours: [aHoliday({ from: day(-9), until: day(-8) })] });
  expect(froms()).toBeUndefined();
});

test('special hours of every year come back with the next year’s date after their last day', async () => {
  const today = shopDay(shop.clock.now());
  const year = Number(today.slice(0, 4));
  const rows = [
    aHoliday({ from: today, until: today, isYearly: true }),
    aHoliday({ from: dayAfter(today, 30), until: dayAfter(today, 30) }),
  ];
  await publish({ specialHours: rows });
  await dropPastHours(shop.deps);
  expect(shown()?.specialHours).toEqual(rows);
  const now = () => new Date(shop.clock.now().getTime() + 86_400_000);
  const tomorrow = { ...shop.deps, clock: { now, monotonicMs: () => shop.clock.monotonicMs() } };
  expect(await dropPastHours(tomorrow)).toBe(true);
  const next = inYear(today, year + 1);
  expect(shown()?.specialHours).toEqual([rows[1], { ...rows[0], from: next, until: next }]);
  expect(await dropPastHours(tomorrow)).toBe(false);
  // The owner still reads and changes the row as it was written.
  expect((await read()).specialHours).toEqual(rows);
  // A day of this year that has passed is next year's at once.
  const past = dayAfter(today, -1);
  await publish({ specialHours: [aHoliday({ from: past, until: past, isYearly: true })] });
  expect(shown()?.specialHours?.[0]?.from).toBe(inYear(past, Number(past.slice(0, 4)) + 1));
});

test('a stale version is refused with the facts as they are', async () => {
  const { version } = await read();
  await publish({ phone: '305-555-0177' });
  const answer = await save({ phone: '305-555-0178' }, { version, publish: true });
  expect(answer.statusCode).toBe(409);
  expect(answer.json().current).toMatchObject({ phone: '305-555-0177' });
  expect(shop.deps.facts().phone).toBe('305-555-0177');
});

test('a ZIP and a phone number are read as phones type them', async () => {
  const { version } = await read();
  const typed = { address: { ...TAMPA, zipCode: '33602\u00a01234' }, phone: '(813)\u00a0555\u20110177' };
  expect((await save(typed, { version, publish: true })).statusCode).toBe(200);
  expect(shown()).toMatchObject({ address: { zipCode: '33602-1234' }, phoneHref: '+18135550177' });
});

test.each([
  ['phone', { phone: '12345' }],
  ['phone', { phone: 'call us' }],
  ['phone', { phone: '+1 105-555-0142' }],
  ['email', { email: 'nobody' }],
  ['email', { email: 'a?bcc=b@shop.example' }],
  ['wholesaleEmail', { wholesaleEmail: 'a@b.example, c@d.example' }],
  ['address.zipCode', { address: { ...TAMPA, zipCode: '3360' } }],
  ['address.zipCode', { address: { ...TAMPA, state: 'NY' } }],
  ['address.state', { address: { ...TAMPA, state: 'XX' } }],
  ['shipsFrom.zipCode', { shipsFrom: { ...TAMPA, state: 'NY' } }],
  ['shipsFrom.street', { shipsFrom: { ...TAMPA, street: '' } }],
  ['address.street', { address: { ...TAMPA, street: ' ' } }],
  ['social.instagram', { social: { instagram: 'http://www.instagram.com/shop', tiktok: '' } }],
  ['social.tiktok', { social: { instagram: '', tiktok: 'javascript:alert(1)' } }],
  ['social.tiktok', { social: { instagram: '', tiktok: 'https://www.tiktok.com/"onclick="x' } }],
  ['hours', { hours: [] }],
  ['hours.0.closes', { hours: [{ days: ['Monday'], opens: '17:00', closes: '09:00' }] }],
  ['hours.0.opens', { hours: [{ days: ['Monday'], opens: '09:61', closes: '10:00' }] }],
  [
    'hours',
    {
      hours: [
        { days: ['Monday'], opens: '09:00', closes: '10:00' },
        { days: ['Monday'], opens: '11:00', closes: '12:00' },
      ],
    },
  ],
  ['specialHours.0.from', { specialHours: [aHoliday({ from: '2026-02-30' })] }],
  ['specialHours.0.until', { specialHours: [aHoliday({ until: '2036-12-24' })] }],
  ['specialHours.0.hours.closes', { specialHours: [aHoliday({ hours: { opens: '12:00', closes: '12:00' } })] }],
  ['specialHours.0.word.es', { specialHours: [aHoliday({ word: localized('Christmas', ' ') })] }],
  ['specialHours.0.word.en', { specialHours: [aHoliday({ word: localized('x'.repeat(61), 'Navidad') })] }],
  [
    'specialHours.1.from',
    { specialHours: [aHoliday({ until: '2036-12-27' }), aHoliday({ from: '2036-12-27', until: '2036-12-28' })] },
  ],
  ['specialHours.0.until', { specialHours: [aHoliday({ until: '2037-12-25', isYearly: true })] }],
  [
    'specialHours.1.from',
    { specialHours: [aHoliday({ isYearly: true }), aHoliday({ from: '2040-12-24', until: '2040-12-26' })] },
  ],
  ['founder', { founder: '{email}' }],
  ['foundedIn', { foundedIn: '1799' }],
  ['foundedIn', { foundedIn: '19' }],
  ['legalName', { legalName: 'x'.repeat(101) }],
])('what cannot be shown or used is refused at %s: %j', async (path, changes) => {
  const answer = await save(changes, { publish: true });
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.json().issues).toMatchObject([{ path }]);
  expect(shown()).toBeUndefined();
});

test('numbers as people write them can be dialled', () => {
  expect(['305-555-0142', '(305) 555 0142', '+1 305.555.0142', '1-305-555-0142'].map(telOf)).toEqual(
    Array(4).fill('+13055550142'),
  );
  expect(telOf('+53 7 8660000')).toBe('+5378660000');
  expect(['', '+', '305-555-014', '305-555-01422', '0305-555-0142', '+1', 'tel:1'].map(telOf)).toEqual(
    Array(7).fill(null),
  );
});
