import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { wholesaleInquiries } from '#server/features/wholesale/schema.ts';
import type { Account } from '#shared/accounts/accounts.ts';
import type { PriceList } from '#shared/accounts/price-lists.ts';
import type { Found } from '#shared/admin/find.ts';
import type { Today } from '#shared/admin/today.ts';
import { dayAfter } from '#shared/core/days.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import type { Inquiry } from '#shared/wholesale/admin-wholesale.ts';
import { aHelper } from '#test/helpers.ts';
import { anInquiry, NO_LIMITS, post } from '#test/makers.ts';
import { aForm, aPng } from '#test/media.ts';
import { routesOf } from '#test/routes.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { forgetLeftPieces } from './certificate.ts';
import { insertAccount } from './repository.ts';
import { accounts, certificatePieces, priceLists } from './schema.ts';

const shop = shopForAll({ env: NO_LIMITS });
const call = adminOf(shop);
const PATH = '/api/admin/accounts';
const LISTS = '/api/admin/price-lists';

beforeEach(async () => {
  await shop.deps.db.delete(priceLists);
  await shop.deps.db.delete(accounts);
});

const ANA = { name: 'Ana Ruiz', email: 'ana@sol.example', phone: null, language: 'es' as const };
const OCHO = {
  ...{ label: null, addressLine1: '12 Calle Ocho', addressLine2: null },
  ...{ city: 'Miami', state: 'FL', zipCode: '33135' },
};
const make = async (fields: object = {}) =>
  (await call('POST', PATH, { name: 'Bodega Sol', ...fields })).json<Account>();
const list = async (query = '?limit=50') => (await call('GET', PATH + query)).json<Account[]>();
const namesOf = async (query: string) => (await list(query)).map(({ name }) => name);

async function inquire(): Promise<string> {
  return (await post(shop, '/api/wholesale-inquiries', anInquiry())).json<{ id: string }>().id;
}
const fromInquiry = (inquiryId: string) => call('POST', `${PATH}/from-inquiry`, { inquiryId });

describe('an account from an inquiry', () => {
  test('takes its business, person and place, and approves it', async () => {
    const inquiryId = await inquire();
    const inquiry = (await call('GET', `/api/admin/wholesalers/${inquiryId}`)).json<Inquiry>();
    const answer = await fromInquiry(inquiryId);
    expect(answer.statusCode).toBe(201);
    const { businessName, contactName, email, phone, preferredLanguage, location } = inquiry;
    expect(answer.json()).toMatchObject({
      ...{ name: businessName, notes: location, inquiryId, terms: 'prepaid', isOnHold: false },
      people: [{ name: contactName, email, phone, language: preferredLanguage }],
    });
    expect((await call('GET', `/api/admin/wholesalers/${inquiryId}`)).json()).toMatchObject({ status: 'approved' });
    expect(await list(`?inquiry=${inquiryId}`)).toEqual([answer.json()]);
  });

  // The change of a pending one's status locks it anyway.
  test.each(['pending', 'approved'])('of a %s one is made once, by ten presses at the same time', async (status) => {
    const inquiryId = await inquire();
    await call('PATCH', `/api/admin/wholesalers/${inquiryId}/status`, { status });
    const answers = await Promise.all(Array.from({ length: 10 }, () => fromInquiry(inquiryId)));
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    expect([made.length, answers.filter(({ statusCode }) => statusCode === 200).length]).toEqual([1, 9]);
    expect(new Set(answers.map((each) => each.json<Account>().id)).size).toBe(1);
    expect((await fromInquiry(inquiryId)).statusCode).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  test('control: whatever forgets the lock, the table refuses a second account of an inquiry', async () => {
    const inquiryId = await inquire();
    const [first, second] = await Promise.allSettled(
      ['One', 'Two'].map((businessName) => insertAccount(shop.deps.db, { businessName, inquiryId })),
    );
    expect([first?.status, second?.status].sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('stays when the inquiry is deleted; an unknown inquiry makes none', async () => {
    const inquiryId = await inquire();
    await fromInquiry(inquiryId);
    await shop.deps.db.delete(wholesaleInquiries).where(eq(wholesaleInquiries.id, inquiryId));
    expect(await list()).toHaveLength(1);
    expect((await fromInquiry(crypto.randomUUID())).statusCode).toBe(404);
  });
});

describe('an account', () => {
  test('is made by hand and changed; people keep their ids', async () => {
    const made = await make({ people: [ANA], addresses: [OCHO], terms: 'net15', minimumCents: 15_000 });
    expect(made).toMatchObject({ people: [ANA], addresses: [OCHO], terms: 'net15', minimumCents: 15_000, version: 1 });
    const [ana] = made.people;
    const luz = { ...ANA, name: 'Luz', email: 'luz@sol.example' };
    const people = [luz, { ...ana, phone: '305-555-0111' }];
    const changed = (await call('PATCH', `${PATH}/${made.id}`, { people, version: 1 })).json<Account>();
    expect(changed).toMatchObject({
      people: [luz, { id: ana?.id, phone: '305-555-0111' }],
      terms: 'net15',
      version: 2,
    });
    const alone = (await call('PATCH', `${PATH}/${made.id}`, { people: [luz], version: 2 })).json<Account>();
    expect(alone.people).toMatchObject([luz]);
    expect((await call('DELETE', `${PATH}/${made.id}?version=3`)).statusCode).toBe(204);
    expect((await call('GET', `${PATH}/${made.id}`)).statusCode).toBe(404);
  });

  test('a person’s id of another account makes a new person there, and takes none away', async () => {
    const other = await make({ people: [ANA] });
    const made = await make({ people: [{ ...ANA, name: 'Eva', id: other.people[0]?.id }] });
    expect(made.people.map(({ name }) => name)).toEqual(['Eva']);
    expect(made.people[0]?.id).not.toBe(other.people[0]?.id);
    expect((await call('GET', `${PATH}/${other.id}`)).json<Account>().people).toEqual(other.people);
  });

  test('two tabs: the later save gets the stored account, also when only a person changed', async () => {
    const made = await make({ people: [ANA] });
    const people = [{ ...made.people[0], name: 'Ana María' }];
    await call('PATCH', `${PATH}/${made.id}`, { people, version: 1 });
    const late = await call('PATCH', `${PATH}/${made.id}`, { isOnHold: true, version: 1 });
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: 'stale_version', current: { version: 2, isOnHold: false, people: [{ name: 'Ana María' }] } },
    ]);
    expect((await call('DELETE', `${PATH}/${made.id}?version=1`)).statusCode).toBe(409);
  });

  test('wrong values are refused with their place', async () => {
    const issuesOf = async (fields: object) =>
      (await call('POST', PATH, { name: 'Sol', ...fields }))
        .json<{ issues?: { path: string }[] }>()
        .issues?.map(({ path }) => path);
    expect(await issuesOf({ people: [ANA, { ...ANA, email: 'ANA@sol.example' }] })).toEqual(['people.1.email']);
    expect(await issuesOf({ addresses: [{ ...OCHO, zipCode: '10001' }] })).toEqual(['addresses.0.zipCode']);
    expect(await issuesOf({ certificate: { number: '1', state: 'ZZ', endsOn: null } })).toEqual(['certificate.state']);
    expect(await issuesOf({ certificate: { number: '1', state: 'FL', endsOn: '2026-02-30' } })).toEqual([
      'certificate.endsOn',
    ]);
    expect(await issuesOf({ minimumCents: 0 })).toEqual(['minimumCents']);
    expect(await issuesOf({ terms: 'net60' })).toEqual(['terms']);
  });

  test('is found by name, street, certificate, person and mail, not by the names of fields', async () => {
    const certificate = { number: '23-8001', state: 'FL', endsOn: null };
    await make({ people: [ANA], addresses: [OCHO], certificate });
    await make({ name: 'Café Luna', isOnHold: true });
    for (const q of ['bode', 'ocho', '33135', '8001', 'ruiz', 'ana%40sol']) {
      expect([q, await namesOf(`?q=${q}`)]).toEqual([q, ['Bodega Sol']]);
    }
    for (const q of ['addressLine1', 'city', 'zip']) expect([q, await namesOf(`?q=${q}`)]).toEqual([q, []]);
    expect(await namesOf('?status=on_hold')).toEqual(['Café Luna']);
    expect(await namesOf('?status=open,on_hold')).toEqual(['Bodega Sol', 'Café Luna']);
    const found = (await call('GET', '/api/admin/find?q=luna')).json<Found>();
    expect(found.accounts).toMatchObject([{ name: 'Café Luna' }]);
  });

  test('a list is read page by page', async () => {
    for (const name of ['C', 'A', 'B']) await make({ name });
    const first = await call('GET', `${PATH}?limit=2`);
    const cursor = first.headers['x-next-cursor'];
    expect([first.json<Account[]>().map(({ name }) => name), await namesOf(`?limit=2&cursor=${cursor}`)]).toEqual([
      ['A', 'B'],
      ['C'],
    ]);
    expect(await namesOf('?sort=newest')).toEqual(['B', 'A', 'C']);
  });
});

describe('a certificate', () => {
  const ending = (days: number) => ({
    number: '23-8001',
    state: 'FL',
    endsOn: dayAfter(shopDay(shop.deps.clock.now()), days),
  });
  const upload = (id: string, name: string, content: Buffer) => {
    const { payload, type } = aForm(name, content);
    return call('POST', `${PATH}/${id}/certificate`, payload, { 'content-type': type });
  };
  const pieces = () => shop.deps.db.select().from(certificatePieces);
  const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(600_000, 7)]);

  test('is asked for again from 30 days before its end, and after it', async () => {
    await make({ name: 'Ended', certificate: ending(-3) });
    await make({ name: 'Soon', certificate: ending(30) });
    await make({ name: 'Later', certificate: ending(31) });
    await make({ name: 'Endless', certificate: { ...ending(0), endsOn: null } });
    await make({ name: 'None' });
    expect(await namesOf('?status=certificate')).toEqual(['Ended', 'Soon']);
    expect((await call('GET', '/api/admin/summary/today')).json<Today>().certificates).toBe(2);
  });

  test('its file is kept in pieces, checked by its content, replaced, and removed', async () => {
    const { id } = await make();
    expect((await call('GET', `${PATH}/${id}/certificate`)).statusCode).toBe(404);
    const stored = await upload(id, '..\\x/Certificate 2026.pdf', PDF);
    expect([stored.statusCode, stored.json<Account>().certificateFile]).toEqual([
      200,
      { name: 'Certificate 2026.pdf', type: 'application/pdf', bytes: PDF.length },
    ]);
    expect((await pieces()).map(({ bytes }) => bytes.length)).toEqual([262_144, 262_144, PDF.length - 524_288]);
    const read = await call('GET', `${PATH}/${id}/certificate`);
    expect(read.rawPayload.equals(PDF)).toBe(true);
    expect(read.headers).toMatchObject({
      ...{ 'content-type': 'application/pdf', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      'content-disposition': 'attachment; filename="resale-certificate.pdf"',
    });
    const png = await aPng(40, 30);
    expect((await upload(id, 'x.pdf', png)).json()).toMatchObject({ certificateFile: { type: 'image/png' } });
    expect((await pieces()).length).toBe(1);
    expect((await call('DELETE', `${PATH}/${id}/certificate`)).json()).toMatchObject({ certificateFile: null });
    expect(await pieces()).toEqual([]);
  });

  test('other files are refused, whatever their names say', async () => {
    const { id } = await make();
    for (const text of ['<html>', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', ' %PDF-1.7']) {
      expect([text, (await upload(id, 'certificate.pdf', Buffer.from(text))).statusCode]).toEqual([text, 400]);
    }
    expect((await upload(id, 'a.pdf', Buffer.alloc(0))).statusCode).toBe(400);
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(8 * 1024 * 1024)]);
    expect((await upload(id, 'a.pdf', large)).statusCode).toBe(413);
    expect((await upload(crypto.randomUUID(), 'a.pdf', PDF)).statusCode).toBe(404);
    expect(await pieces()).toEqual([]);
  });

  test('two uploads at once leave one file, which is whole', async () => {
    const { id } = await make();
    const other = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(400_000, 9)]);
    await Promise.all([upload(id, 'a.pdf', PDF), upload(id, 'b.pdf', other)]);
    const read = (await call('GET', `${PATH}/${id}/certificate`)).rawPayload;
    expect([PDF, other].some((each) => read.equals(each))).toBe(true);
    expect(new Set((await pieces()).map(({ file }) => file)).size).toBe(1);
  });

  test('pieces of an upload that was cut off are deleted after an hour, others not', async () => {
    const { id } = await make();
    await upload(id, 'a.pdf', PDF);
    const createdAt = shop.deps.clock.now();
    const left = { accountId: id, file: crypto.randomUUID(), piece: 0, bytes: Buffer.from('x'), createdAt };
    await shop.deps.db.insert(certificatePieces).values(left);
    await forgetLeftPieces(shop.deps);
    expect(await pieces()).toHaveLength(4);
    shop.clock.advance(3_600_001);
    await forgetLeftPieces(shop.deps);
    expect(await pieces()).toHaveLength(3);
  });
});

describe('case prices', () => {
  /** A price that is nowhere else. */
  const LINE = { productId: 'box40', unitsPerCase: 12, priceCents: 7_319_137, minimumCases: 2 };
  const save = (id: string, version = 0, lines: object[] = [LINE]) => call('PUT', `${LISTS}/${id}`, { lines, version });
  const read = async (id: string) => (await call('GET', `${LISTS}/${id}`)).json<PriceList>();

  test('of the default list and of one account are kept apart', async () => {
    const { id } = await make();
    expect(await read('default')).toEqual({ id: 'default', lines: [], version: 0 });
    expect((await save('default')).json()).toEqual({ id: 'default', lines: [LINE], version: 1 });
    const own = { ...LINE, priceCents: 17_000 };
    expect((await save(id, 0, [own])).json()).toEqual({ id, lines: [own], version: 1 });
    expect([(await read('default')).lines, (await list())[0]?.hasOwnPrices]).toEqual([[LINE], true]);
    await save(id, 1, []);
    expect((await list())[0]?.hasOwnPrices).toBe(false);
  });

  test('go with their account', async () => {
    const { id } = await make();
    await save(id);
    await call('DELETE', `${PATH}/${id}?version=1`);
    expect(await shop.deps.db.select().from(priceLists)).toEqual([]);
    expect([(await call('GET', `${LISTS}/${id}`)).statusCode, (await save(id)).statusCode]).toEqual([404, 404]);
  });

  test('ten first saves at once: one is stored, the others get it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => save('default', 0, [{ ...LINE, priceCents: 100 + i }])),
    );
    const [stored, ...others] = [...answers].sort((a, b) => a.statusCode - b.statusCode);
    expect(stored?.statusCode).toBe(200);
    for (const other of others) expect([other.statusCode, other.json().current]).toEqual([409, stored?.json()]);
    expect((await save('default', 0)).statusCode).toBe(409);
    expect(await read('default')).toEqual(stored?.json());
  });

  test('unknown products, a product twice, and no numbers are refused', async () => {
    expect((await save('default', 0, [{ ...LINE, productId: 'gone' }])).statusCode).toBe(400);
    expect((await save('default', 0, [LINE, LINE])).statusCode).toBe(400);
    for (const wrong of [{ priceCents: 0 }, { priceCents: 1.5 }, { unitsPerCase: 0 }, { minimumCases: '2' }]) {
      expect([wrong, (await save('default', 0, [{ ...LINE, ...wrong }])).statusCode]).toEqual([wrong, 400]);
    }
    expect((await call('GET', `${LISTS}/other`)).statusCode).toBe(400);
  });

  test('N18 no page, public call or helper shows a price, term or certificate', async () => {
    const certificate = { number: 'CERT-7319', state: 'FL', endsOn: null };
    const trade = { terms: 'net30', minimumCents: 7_319_138, creditLimitCents: 7_319_139, notes: 'NOTE-7319' };
    const { id } = await make({ people: [ANA], addresses: [OCHO], certificate, ...trade });
    await save('default');
    await save(id);
    const secrets = ['73191', '73,191', '7319137', 'CERT-7319', 'NOTE-7319', '"terms":"net30"', 'ana@sol.example'];
    const leaksIn = (body: string) => secrets.filter((text) => body.includes(text));
    // Control: the owner's answers hold them.
    const owners = (await call('GET', `${PATH}/${id}`)).body + (await call('GET', `${LISTS}/${id}`)).body;
    expect(leaksIn(owners)).toEqual(expect.arrayContaining(['7319137', 'CERT-7319', 'NOTE-7319', '"terms":"net30"']));

    const paths = routesOf(shop)
      .filter(({ method, url }) => method === 'GET' && !url.includes(':') && !url.includes('*'))
      .map(({ url }) => url);
    const pages = ['/', '/wholesale', '/shop', '/product', '/about', '/contact', '/sitemap.xml', '/llms.txt'];
    const helper = await aHelper(shop);
    const urls = [...paths, ...pages, PATH, `${PATH}?limit=5`, `${PATH}/${id}`, `${LISTS}/${id}`, `${LISTS}/default`];
    for (const url of new Set(urls)) {
      for (const headers of [{}, helper]) {
        const answer = await shop.app.inject({ url, headers });
        expect([url, leaksIn(answer.body)]).toEqual([url, []]);
      }
    }
    const asHelper = (url: string) => shop.app.inject({ url, headers: helper });
    expect((await asHelper(`${PATH}/${id}`)).json()).toMatchObject({
      ...{ name: 'Bodega Sol', addresses: [OCHO], people: [], terms: null, creditLimitCents: null },
    });
    const filtered = `${PATH}?status=open,certificate`;
    for (const url of [`${LISTS}/default`, `${LISTS}/${id}`, `${PATH}/${id}/certificate`, filtered]) {
      expect([url, (await asHelper(url)).statusCode]).toEqual([url, 403]);
    }
  });
});
