import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { emails } from '#server/features/emails/schema.ts';
import type { Inquiry } from '#shared/wholesale/admin-wholesale.ts';
import type { InquiryFormValues } from '#shared/wholesale/wholesale.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp } from '#test/app.ts';
import { post } from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';
import { wholesaleInquiries } from './schema.ts';

const PATH = '/api/admin/wholesalers';
const shop = shopForAll({
  env: {
    TRUST_PROXY: 'true',
    LIMIT_INQUIRIES: '100000',
    LIMIT_INQUIRIES_OVERALL: '100000',
    LIMIT_PUBLIC_MAILS: '1000',
  },
});
let call: Awaited<ReturnType<typeof asAdmin>>;
beforeAll(async () => {
  call = await asAdmin(shop);
});
beforeEach(async () => {
  await shop.database.connection.db.delete(emails);
  await shop.database.connection.db.delete(wholesaleInquiries);
});

const anInquiry = (changes: Partial<Record<keyof InquiryFormValues, unknown>> & Record<string, unknown> = {}) => ({
  businessName: 'Gasolinera El Sol',
  contactName: 'Iván Pérez',
  email: 'ivan@elsol.example',
  phone: '305-555-0123',
  storeType: 'gas-station',
  location: 'Hialeah, FL',
  message: 'Two counters.\nDelivery on Mondays?',
  preferredLanguage: 'es',
  ...changes,
});
let callers = 0;
/** Each from a separate network. */
const submit = (body: object, app = shop) => {
  const network = `2001:db8:0:${(++callers).toString(16)}::1`;
  return post(app, '/api/wholesale-inquiries', body, { 'x-forwarded-for': network });
};
const list = async (query = '') => (await call('GET', PATH + query)).json<Inquiry[]>();
const mails = () => shop.database.connection.db.select().from(emails);

describe('an inquiry', () => {
  test('is kept as pending, with one mail to the inquirer in their language and one to the owner', async () => {
    const answer = await submit(anInquiry({ email: ' ivan@elsol.example ' }));
    expect(answer.statusCode).toBe(201);
    const { notes, version, ...kept } = (await list())[0] ?? {};
    expect(kept).toEqual({
      ...anInquiry(),
      id: expect.any(String),
      status: 'pending',
      createdAt: expect.stringMatching(/Z$/),
    });
    expect({ notes, version }).toEqual({ notes: null, version: 1 });
    expect(answer.json()).toEqual(kept);
    const written = (await mails()).map(({ templateKey, language, to }) => `${templateKey} ${language} ${to}`).sort();
    expect(written).toEqual([
      'wholesale_confirmation es ivan@elsol.example',
      `wholesale_notification en ${facts.email}`,
    ]);
  });

  test('errors have the specified words, in English and in Spanish', async () => {
    const english = await submit(anInquiry({ email: 'nobody', phone: '305-55', preferredLanguage: 'en' }));
    expect(english.statusCode).toBe(400);
    expect(english.json().issues).toEqual([
      { path: 'email', message: 'Invalid email address' },
      { path: 'phone', message: 'Phone number must be at least 10 digits' },
    ]);
    const spanish = await submit(anInquiry({ email: 'nobody' }));
    expect(spanish.json().issues[0].message).not.toBe('Invalid email address');
  });

  test('needs every field but the message, and prefers English unless it says otherwise', async () => {
    for (const field of ['businessName', 'contactName', 'email', 'phone', 'storeType', 'location']) {
      for (const value of [undefined, '', '   ', null, 7]) {
        const answer = await submit(anInquiry({ [field]: value }));
        expect([field, answer.statusCode, answer.json().issues?.[0]?.path]).toEqual([field, 400, field]);
      }
    }
    expect((await submit(anInquiry({ storeType: 'kiosk' }))).statusCode).toBe(400);
    expect((await submit(anInquiry({ preferredLanguage: 'fr' }))).statusCode).toBe(400);
    const { message: _, preferredLanguage: __, ...least } = anInquiry();
    expect((await submit(least)).statusCode).toBe(201);
    expect(await list()).toMatchObject([{ message: null, preferredLanguage: 'en' }]);
  });

  test('from a robot that fills the hidden field is thanked like any other, and is not kept or mailed', async () => {
    const trapped = await submit(anInquiry({ website: 'https://spam.example' }));
    const honest = await submit(anInquiry({ website: '' }));
    expect(trapped.statusCode).toBe(honest.statusCode);
    const { id: _, createdAt: __, ...told } = honest.json();
    expect(trapped.json()).toEqual({ ...told, id: expect.any(String), createdAt: expect.any(String) });
    expect((await list()).map(({ id }) => id)).toEqual([honest.json().id]);
    expect(await mails()).toHaveLength(2);
  });

  test('I14 takes no id, status, notes or time from the body', async () => {
    const id = randomUUID();
    await submit(anInquiry({ id, status: 'approved', notes: 'x', createdAt: '2000-01-01T00:00:00Z', isAdmin: true }));
    const [stored] = await list();
    expect(stored).toMatchObject({ status: 'pending', notes: null });
    expect(stored?.id).not.toBe(id);
    expect(stored?.createdAt).not.toMatch(/^2000/);
  });

  test('I12 E7 stores hostile text unchanged or refuses it, never with a 5xx', async () => {
    for (const [value, status] of [
      ['a\u0000b', 400],
      ['\ud800', 400],
      ['line\nbreak', 400],
      ['x'.repeat(100_000), 413],
      ['<script>alert(1)</script>', 201],
      ['👩‍👩‍👧 Nu\u0301n\u0303ez', 201],
      ["'; drop table orders; --", 201],
    ] as const) {
      expect([value.slice(0, 30), (await submit(anInquiry({ businessName: value }))).statusCode]).toEqual([
        value.slice(0, 30),
        status,
      ]);
    }
    expect((await list('?sort=oldest')).map(({ businessName }) => businessName)).toContain('👩‍👩‍👧 Núñez');
    for (const email of ['a@x.example, b@y.example', 'a@x.example\r\nBcc: b@y.example', 'A <a@x.example>', 'a@x']) {
      expect((await submit(anInquiry({ email }))).statusCode).toBe(400);
    }
  });
});

describe('limits', () => {
  test('E8 200 inquiries with one person’s address, at once and in disguise, send two mails there a day', async () => {
    const disguises = [
      'victim@mail.example',
      'Victim@Mail.example',
      'victim+1@mail.example',
      'VICTIM+a.b@mail.example',
    ];
    const answers: Awaited<ReturnType<typeof submit>>[] = [];
    // In waves, because more at once would exceed the pool's time limit instead of the tested rule.
    for (let wave = 0; wave < 8; wave++) {
      const together = Array.from({ length: 25 }, (_, i) => submit(anInquiry({ email: disguises[i % 4] })));
      answers.push(...(await Promise.all(together)));
    }
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(200);
    const toVictim = async () => (await mails()).filter(({ to }) => /victim/i.test(to)).length;
    expect(await toVictim()).toBe(2);
    expect((await mails()).filter(({ to }) => to === facts.email)).toHaveLength(200);
    shop.clock.advance(24 * 3_600_000 + 1000);
    call = await asAdmin(shop);
    await submit(anInquiry({ email: 'victim@mail.example' }));
    expect(await toVictim()).toBe(3);
  });

  test('E8 dots, another host of the same provider and deleted inquiries get a mailbox no further mails', async () => {
    for (const email of ['vic.tim@gmail.com', 'victim@googlemail.com', 'v.i.c.t.i.m+x@gmail.com', 'VICTIM@gmail.com']) {
      const { id } = (await submit(anInquiry({ email }))).json();
      await call('DELETE', `${PATH}/${id}`);
    }
    expect((await mails()).filter(({ templateKey }) => templateKey === 'wholesale_confirmation')).toHaveLength(2);
  });

  test('E8 inquiries cause at most the allowed mails a day; the rest are stored, and the owner gets one mail', async () => {
    const capped = await startTestApp({
      database: shop.database,
      env: { LIMIT_PUBLIC_MAILS: '5', TRUST_PROXY: 'true' },
    });
    const together = Array.from({ length: 12 }, (_, i) => submit(anInquiry({ email: `p${i}@x.example` }), capped));
    expect((await Promise.all(together)).map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(201));
    expect(await list()).toHaveLength(12);
    const kinds = Object.groupBy(await mails(), ({ templateKey }) => templateKey);
    expect(Object.entries(kinds).map(([kind, all]) => [kind, all?.length])).toEqual(
      expect.arrayContaining([
        ['wholesale_confirmation', 5],
        ['wholesale_notification', 5],
        ['owner_alert', 1],
      ]),
    );
    capped.clock.advance(24 * 3_600_000 + 1000);
    await submit(anInquiry({ email: 'next@x.example' }), capped);
    expect((await mails()).filter(({ to }) => to === 'next@x.example')).toHaveLength(1);
    await capped.close();
  });

  test('E8 the mail to an unverified address repeats no text that could be an advertisement', async () => {
    await submit(
      anInquiry({
        message: 'BUY-PILLS',
        location: 'pills.example',
        businessName: 'http://pills.example',
        contactName: 'Pills, 24 hours',
      }),
    );
    const [mail] = (await mails()).filter(({ templateKey }) => templateKey === 'wholesale_confirmation');
    expect(`${mail?.subject} ${mail?.html} ${mail?.text}`).not.toMatch(/pills/i);
  });

  test('answers 429 with Retry-After above the limit of one address, and serves another', async () => {
    const limited = await startTestApp({ database: shop.database, env: { LIMIT_INQUIRIES: '3', TRUST_PROXY: 'true' } });
    const from = (address: string) =>
      limited.app.inject({
        method: 'POST',
        url: '/api/wholesale-inquiries',
        payload: anInquiry(),
        headers: { 'x-forwarded-for': address },
      });
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await from('192.0.2.1')).statusCode);
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    expect((await from('192.0.2.1')).headers['retry-after']).toMatch(/^\d+$/);
    expect((await from('192.0.2.2')).statusCode).toBe(201);
    await limited.close();
  });
});

describe('the admin', () => {
  const made = async (changes: Record<string, unknown> = {}) => (await submit(anInquiry(changes))).json().id as string;

  test('sets any status in any order, keeps notes and takes them away', async () => {
    const id = await made();
    for (const status of ['approved', 'pending', 'rejected', 'contacted']) {
      expect((await call('PATCH', `${PATH}/${id}/status`, { status })).json()).toMatchObject({ id, status });
    }
    for (const status of ['done', '', null, ['pending']]) {
      expect((await call('PATCH', `${PATH}/${id}/status`, { status })).statusCode).toBe(400);
    }
    const notes = 'Called on Monday.\nWants 10 boxes.';
    expect((await call('PATCH', `${PATH}/${id}/notes`, { notes, status: 'approved' })).json()).toMatchObject({
      notes,
      status: 'contacted',
    });
    expect((await call('PATCH', `${PATH}/${id}/notes`, { notes: ' ' })).json().notes).toBeNull();
    expect((await call('PATCH', `${PATH}/${id}/notes`, { notes: 'x'.repeat(5001) })).statusCode).toBe(400);
  });

  test('shows one inquiry by its id, as in the list, even if its page was not loaded', async () => {
    const id = await made({ businessName: 'Bodega Núñez' });
    const answer = await call('GET', `${PATH}/${id}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, (await list())[0]]);
  });

  test('deletes an inquiry for good; a second time and an unknown id are a 404', async () => {
    const id = await made();
    expect((await call('DELETE', `${PATH}/${id}`)).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['DELETE', '', undefined],
      ['PATCH', '/status', { status: 'pending' }],
      ['PATCH', '/notes', { notes: 'x' }],
    ] as const) {
      expect((await call(method, `${PATH}/${id}${path}`, body)).statusCode).toBe(404);
      expect((await call(method, `${PATH}/nothing${path}`, body)).statusCode).toBe(400);
    }
  });

  test('searches, filters, sorts and pages, and counts in the summary', async () => {
    for (const [businessName, status] of [
      ['Bodega Núñez', 'pending'],
      ['Abarrotes', 'approved'],
      ['Cafetería', 'pending'],
      ['bodega dos', 'rejected'],
    ] as const) {
      const id = await made({ businessName, email: `${businessName[0]}@x.example`, phone: '786-555-0177' });
      await call('PATCH', `${PATH}/${id}/status`, { status });
    }
    const found = async (query: string) => (await list(query)).map(({ businessName }) => businessName).sort();
    expect(await found('?q=BODEGA')).toEqual(['Bodega Núñez', 'bodega dos']);
    expect(await found('?q=nunez')).toEqual(['Bodega Núñez']);
    expect(await found('?q=hialeah&status=approved,rejected')).toEqual(['Abarrotes', 'bodega dos']);
    expect(await found('?q=(786)%20555-0177')).toHaveLength(4);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call('GET', `${PATH}?sort=business&limit=1${cursor ? `&cursor=${cursor}` : ''}`);
      names.push(...page.json<Inquiry[]>().map(({ businessName }) => businessName));
      cursor = page.headers['x-next-cursor'] as string | undefined;
    } while (cursor);
    expect([...names].sort()).toEqual(['Abarrotes', 'Bodega Núñez', 'Cafetería', 'bodega dos']);
    expect((await call('GET', '/api/admin/summary')).json()).toMatchObject({
      totalWholesalers: 4,
      pendingWholesalers: 2,
    });
  });

  test('E10 downloads the filtered rows as a file without formulas', async () => {
    await made({ businessName: '=cmd|calc', message: '@SUM(1)' });
    const answer = await call('GET', `${PATH}.csv?status=pending`);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="wholesalers.csv"');
    expect(answer.body).toContain(`"'=cmd|calc"`);
    expect(answer.body).toContain(`"'@SUM(1)"`);
    expect((await call('GET', `${PATH}.csv?status=approved`)).body.split('\r\n')).toHaveLength(2);
  });
});
