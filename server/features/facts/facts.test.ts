import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { facts as brand } from '#brand/facts.ts';
import { policyContent } from '#server/features/policies/pages.ts';
import { changedTexts } from '#server/features/texts/pages.ts';
import { type AdminFacts, brandFacts, type ChangedFacts, type ShopFacts, telOf } from '#shared/shop-facts.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { factsContent } from './kinds.ts';

let shop: TestApp;
let call: Awaited<ReturnType<typeof asAdmin>>;
beforeAll(async () => {
  shop = await startTestApp();
  call = await asAdmin(shop);
});
afterEach(async () => {
  const { version } = await read();
  await call('DELETE', `${PATH}?version=${version}`);
});
afterAll(() => shop.close());

const PATH = '/api/admin/facts';
const read = async () => (await call('GET', PATH)).json<AdminFacts>();
const save = async (changes: object, more: object = {}) => {
  const { version, origin: _, changed: __, ...facts } = await read();
  return call('PUT', PATH, { ...facts, ...changes, version, ...more });
};
const publish = async (changes: Partial<ShopFacts>) => {
  const answer = await save(changes, { publish: true });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ChangedFacts>();
};
const shown = () => factsContent(shop.deps.content.current()).facts;
const said = () => changedTexts(shop.deps.content.current());
const TAMPA = { street: '12 Bay Street', city: 'Tampa', state: 'FL', zipCode: '33602' } as const;

test('a fresh shop follows the files, and its pages carry no facts of their own; a stranger reads nothing', async () => {
  const { version: _, origin, changed, ...facts } = await read();
  expect(facts).toEqual(brandFacts);
  expect({ origin, changed }).toEqual({ origin: 'default', changed: [] });
  expect((await shop.app.inject(PATH)).statusCode).toBe(401);
  expect(shown()).toBeUndefined();
  expect(said()).toEqual({});
  expect(shop.deps.facts()).toEqual({ ...brandFacts, phoneHref: brand.phoneHref });
});

test('a draft changes nothing; published, pages, sentences and policies follow; the revision takes it back', async () => {
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
  // A sentence that names a fact, in both languages; one that names none stays that of the build.
  expect(said().contact_hours_week).toEqual({
    en: expect.stringContaining('Monday and Saturday, 10:00 AM to 2:30 PM'),
    es: expect.stringMatching(/lunes y sábado, de 10:00 AM a 2:30 PM/i),
  });
  expect(JSON.stringify(said())).not.toContain(brand.city);
  expect(said().nav_shop).toBeUndefined();
  const policies = JSON.stringify(policyContent(shop.deps.content.current(), []).policies);
  expect(policies).toContain('(813) 555-0199');
  expect(policies).not.toContain(brand.phone);

  expect((await call('POST', `/api/admin/revisions/${revision}/restore`)).statusCode).toBe(200);
  expect(shown()).toBeUndefined();
  expect(said()).toEqual({});
  expect(await read()).toMatchObject({ origin: 'default' });
});

test('a changed sentence that names a fact says the new one', async () => {
  const path = '/api/admin/texts/home_heading';
  const words = { en: 'Baked in {city}', es: 'Hecho en {city}' };
  const [{ version }] = (await call('GET', '/api/admin/texts?q=home_heading')).json();
  expect((await call('PUT', path, { ...words, version, publish: true })).statusCode).toBe(200);
  expect(said().home_heading).toEqual({ en: `Baked in ${brand.city}`, es: `Hecho en ${brand.city}` });
  await publish({ city: 'Tampa' });
  expect(said().home_heading).toEqual({ en: 'Baked in Tampa', es: 'Hecho en Tampa' });
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

test('a stale version is refused with the facts as they are', async () => {
  const { version } = await read();
  await publish({ phone: '305-555-0177' });
  const answer = await save({ phone: '305-555-0178' }, { version, publish: true });
  expect(answer.statusCode).toBe(409);
  expect(answer.json().current).toMatchObject({ phone: '305-555-0177' });
  expect(shop.deps.facts().phone).toBe('305-555-0177');
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
  ['founder', { founder: '{email}' }],
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
