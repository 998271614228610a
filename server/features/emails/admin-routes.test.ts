import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asAdmin } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { defaultTemplates } from './defaults.ts';
import { enqueueEmails, preparePlainEmail } from './outbox.ts';
import { claimEmails, markFailed, markSent } from './repository.ts';
import { emails, emailTemplates } from './schema.ts';

const TEMPLATES = '/api/admin/email-templates';
const EMAILS = '/api/admin/emails';
const SMTP = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hola@shop.example', OWNER_EMAIL: 'owner@shop.example' };
const template = {
  templateKey: 'order_confirmation',
  language: 'es',
  subject: 'Listo {{orderNumber}}',
  body: 'Hola **{{customerName}}**',
};

let shop: TestApp;
/** A shop without SMTP on the same database. */
let unsent: TestApp;
let call: Awaited<ReturnType<typeof asAdmin>>;
let callUnsent: Awaited<ReturnType<typeof asAdmin>>;
beforeAll(async () => {
  shop = await startTestApp({ env: SMTP });
  unsent = await startTestApp({ database: shop.database });
  call = await asAdmin(shop);
  callUnsent = await asAdmin(unsent);
});
afterAll(async () => {
  await unsent.close();
  await shop.close();
});
beforeEach(async () => {
  await shop.deps.db.delete(emails);
  await shop.deps.db.delete(emailTemplates);
});

/** Writes mails a minute apart, the last one newest; in the shop without SMTP they are stored. */
async function write(from: TestApp, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const mail = preparePlainEmail(from.deps, {
      to: `c${i}@x.example`,
      language: 'en',
      subject: `Mail ${i}`,
      body: 'Text',
    });
    await enqueueEmails(from.deps.db, from.deps, [{ ...mail, createdAt: new Date(Date.UTC(2026, 0, 1, 0, i)) }]);
    ids.push(String(mail.id));
  }
  return ids;
}

test.each([
  ['GET', TEMPLATES],
  ['GET', `${TEMPLATES}/defaults`],
  ['POST', TEMPLATES],
  ['POST', `${TEMPLATES}/preview`],
  ['POST', `${TEMPLATES}/test`],
  ['DELETE', `${TEMPLATES}/x`],
  ['GET', EMAILS],
  ['GET', `${EMAILS}/x`],
  ['POST', `${EMAILS}/x/send`],
  ['POST', `${EMAILS}/x/recipient`],
  ['POST', `${EMAILS}/send-stored`],
] as const)('S7 %s %s is closed to strangers', async (method, url) => {
  expect((await shop.app.inject({ method, url })).statusCode).toBe(401);
});

test('a template is saved with 201, overwritten with 200, listed once, and gone after "back to default"', async () => {
  const first = await call('POST', TEMPLATES, template);
  expect([first.statusCode, first.json()]).toEqual([
    201,
    { ...template, id: expect.any(String), version: 1, updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  const second = await call('POST', TEMPLATES, { ...template, subject: 'Otro' });
  expect([second.statusCode, second.json().subject, second.json().id]).toEqual([200, 'Otro', first.json().id]);
  expect((await call('GET', TEMPLATES)).json()).toEqual([second.json()]);
  expect((await call('DELETE', `${TEMPLATES}/${first.json().id}`)).statusCode).toBe(204);
  expect((await call('DELETE', `${TEMPLATES}/${first.json().id}`)).statusCode).toBe(404);
  expect((await call('GET', TEMPLATES)).json()).toEqual([]);
});

test('ten savings at once leave one template of the pair', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', TEMPLATES, template)));
  expect(answers.map((a) => a.statusCode).sort()).toEqual([...Array(9).fill(200), 201]);
  expect((await call('GET', TEMPLATES)).json()).toHaveLength(1);
});

test.each([
  ['no key', { templateKey: undefined }],
  ['a key that is none', { templateKey: '__proto__' }],
  ['no language', { language: undefined }],
  ['a third language', { language: 'fr' }],
  ['no subject', { subject: undefined }],
  ['a blank subject', { subject: '  ' }],
  ['a subject of two lines', { subject: 'a\r\nBcc: b@x.example' }],
  ['a subject of 201 characters', { subject: 'x'.repeat(201) }],
  ['no body', { body: undefined }],
  ['a blank body', { body: ' \n ' }],
  ['a body of 20,001 characters', { body: 'x'.repeat(20_001) }],
  ['a body with NUL', { body: 'a\u0000b' }],
  ['a body that is a number', { body: 5 }],
])('refuses to save, preview and test %s', async (_, change) => {
  for (const path of ['', '/preview', '/test']) {
    const answer = await call('POST', TEMPLATES + path, { ...template, ...change });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { message: expect.any(String), issues: expect.any(Array) },
    ]);
  }
  expect(await shop.deps.db.$count(emailTemplates)).toBe(0);
  expect(await shop.deps.db.$count(emails)).toBe(0);
});

test.each([
  ['body', '{{customerName}} {{nonsense}} {{nonsense}} {{__proto__}}', /\{\{nonsense\}\}, \{\{__proto__\}\}/],
  ['subject', 'Ready {{shipsWithn}}', /\{\{shipsWithn\}\}/],
  ['body', '{{customerName}} {{open', /llaves dobles|double braces/i],
])('a %s with %j is shown, and refused where it is saved', async (field, text, message) => {
  const typed = { ...template, [field]: text };
  const answer = await call('POST', TEMPLATES, typed);
  expect([answer.statusCode, answer.json().issues]).toEqual([
    400,
    [{ path: field, message: expect.stringMatching(message) }],
  ]);
  expect((await call('POST', `${TEMPLATES}/preview`, typed)).statusCode).toBe(200);
  expect(await shop.deps.db.$count(emailTemplates)).toBe(0);
});

test('E5 a body of one megabyte is refused as too large', async () => {
  expect((await call('POST', TEMPLATES, { ...template, body: 'x'.repeat(1_000_000) })).statusCode).toBe(413);
});

test('I14 id and updatedAt of a body are never stored', async () => {
  const id = crypto.randomUUID();
  const answer = await call('POST', TEMPLATES, { ...template, id, updatedAt: '2001-01-01T00:00:00Z' });
  expect(answer.json().id).not.toBe(id);
  expect(answer.json().updatedAt).not.toMatch(/^2001/);
});

test('all ten defaults are there for the editor', async () => {
  expect((await call('GET', `${TEMPLATES}/defaults`)).json()).toEqual(defaultTemplates());
});

test('the preview fills sample data in the branded layout and lists unknown placeholders', async () => {
  const body = '{{customerName}} {{nonsense}} {{open\n\n{{orderItems}}';
  const answer = await call('POST', `${TEMPLATES}/preview`, { ...template, body });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    subject: expect.stringMatching(/^Listo #1042 \([0-9A-F]{8}\)$/),
    html: expect.stringContaining('<html lang="es"'),
    text: expect.stringContaining('Caja de 40 galleticas con guayaba'),
    unknownPlaceholders: ['nonsense'],
    unbalanced: true,
  });
  expect(answer.json().html).toContain('{{nonsense}}');
  expect(await shop.deps.db.$count(emails)).toBe(0);
});

test('a test mail goes to the owner with the words of the editor, and is stored without SMTP', async () => {
  const queued = await call('POST', `${TEMPLATES}/test`, template);
  expect([queued.statusCode, queued.json()]).toEqual([
    201,
    expect.objectContaining({ to: 'owner@shop.example', status: 'queued', subject: expect.stringContaining('Listo') }),
  ]);
  const stored = await callUnsent('POST', `${TEMPLATES}/test`, template);
  expect(stored.json().status).toBe('stored');
  expect((await call('GET', `${EMAILS}/${stored.json().id}`)).json().html).toContain('<strong>');
});

test('the outbox is listed newest first, page by page, each mail once, and by status', async () => {
  const ids = (await write(unsent, 5)).reverse();
  const seen: string[] = [];
  let cursor = '';
  do {
    const answer = await call('GET', `${EMAILS}?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...answer.json().map((mail: { id: string }) => mail.id));
    cursor = String(answer.headers['x-next-cursor'] ?? '');
  } while (cursor);
  expect(seen).toEqual(ids);
  const [first] = (await call('GET', `${EMAILS}?limit=1`)).json();
  expect(Object.keys(first)).toEqual(
    expect.arrayContaining('id templateKey language to subject status attempts lastError createdAt sentAt'.split(' ')),
  );
  expect(first).not.toHaveProperty('html');
  expect((await call('GET', `${EMAILS}?status=queued`)).json()).toEqual([]);
  expect((await call('GET', `${EMAILS}?status=stored,failed`)).json()).toHaveLength(5);
});

test.each(['?limit=0', '?limit=201', '?limit=x', '?cursor=x', '?status=lost', '?cursor=%00'])(
  'refuses %s',
  async (query) => {
    expect((await call('GET', EMAILS + query)).statusCode).toBe(400);
  },
);

test.each(['../', '%00', 'x'.repeat(300), '1', '7f3a9c21-0000-4000-8000-000000000000'])(
  'I16 the mail id %j is refused as bad or unknown',
  async (id) => {
    for (const answer of [
      await call('GET', `${EMAILS}/${id}`),
      await call('POST', `${EMAILS}/${id}/send`),
      await call('POST', `${EMAILS}/${id}/recipient`, { to: 'rosa@x.example' }),
    ]) {
      expect([400, 404]).toContain(answer.statusCode);
    }
  },
);

test('without SMTP "send again" is a 409 that says what to set, and changes nothing', async () => {
  const [id] = await write(unsent, 1);
  for (const [url, body] of [
    [`${EMAILS}/${id}/send`, undefined],
    [`${EMAILS}/${id}/recipient`, { to: 'rosa@x.example' }],
    [`${EMAILS}/send-stored`, undefined],
  ] as const) {
    const answer = await callUnsent('POST', url, body);
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('under Settings')]);
  }
  expect((await call('GET', `${EMAILS}/${id}`)).json().status).toBe('stored');
});

test('with SMTP one stored mail, or all of them, are queued', async () => {
  const [id] = await write(unsent, 3);
  const answer = await call('POST', `${EMAILS}/${id}/send`);
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'queued']);
  expect((await call('GET', `${EMAILS}?status=stored`)).json()).toHaveLength(2);
  expect((await call('GET', `${EMAILS}/stored`)).json()).toEqual({ count: 2 });
  expect((await call('POST', `${EMAILS}/send-stored`)).json()).toEqual({ queued: 2 });
  expect((await call('GET', `${EMAILS}?status=queued`)).json()).toHaveLength(3);
});

test('a sent mail goes again as a new message, a failed one keeps its Message-ID', async () => {
  const [sent, failed] = await write(shop, 2);
  const before = async (id: string | undefined) => (await call('GET', `${EMAILS}/${id}`)).json().messageId;
  const [sentId, failedId] = [await before(sent), await before(failed)];
  await shop.deps.db
    .update(emails)
    .set({ status: 'sent', attempts: 1, sentAt: new Date() })
    .where(eq(emails.id, String(sent)));
  await shop.deps.db
    .update(emails)
    .set({ status: 'failed', attempts: 1, lastError: '550' })
    .where(eq(emails.id, String(failed)));
  const again = (await call('POST', `${EMAILS}/${sent}/send`)).json();
  const retry = (await call('POST', `${EMAILS}/${failed}/send`)).json();
  expect(again).toMatchObject({ status: 'queued', attempts: 0 });
  expect(again.messageId).not.toBe(sentId);
  expect(retry).toMatchObject({ status: 'queued', attempts: 0, messageId: failedId });
});

test('"send again" never makes a mail due that a sender may be sending', async () => {
  const [id] = await write(shop, 1);
  const claimed = await claimEmails(shop.deps.db, 1, 'others', { leaseMs: 60_000, furthestMs: 3_600_000 });
  expect(claimed.map((mail) => mail.id)).toEqual([id]);
  await call('POST', `${EMAILS}/${id}/send`);
  expect(await claimEmails(shop.deps.db, 1, 'others', { leaseMs: 60_000, furthestMs: 3_600_000 })).toEqual([]);
});

const lease = { leaseMs: 60_000, furthestMs: 3_600_000 };

test.each(['queued', 'failed', 'stored', 'sent'] as const)(
  'a %s mail goes to a corrected recipient as a new message, and keeps the ones before',
  async (status) => {
    const [id] = await write(shop, 1);
    const change = { status, attempts: 3, lastError: '550', sentAt: status === 'sent' ? new Date() : null };
    await shop.deps.db
      .update(emails)
      .set(change)
      .where(eq(emails.id, String(id)));
    const before = (await call('GET', `${EMAILS}/${id}`)).json();
    const answer = await call('POST', `${EMAILS}/${id}/recipient`, { to: ' rosa@x.example ' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({
        to: 'rosa@x.example',
        previousTo: ['c0@x.example'],
        status: 'queued',
        attempts: 0,
        lastError: null,
        sentAt: null,
      }),
    ]);
    expect(answer.json().messageId).not.toBe(before.messageId);
    expect(answer.json().html).toBe(before.html);
    await call('POST', `${EMAILS}/${id}/recipient`, { to: 'rosa.diaz@x.example' });
    const [row] = (await call('GET', EMAILS)).json();
    expect(row).toMatchObject({ to: 'rosa.diaz@x.example', previousTo: ['c0@x.example', 'rosa@x.example'] });
  },
);

test('of two corrections of a recipient the second gets the current recipient', async () => {
  const [id] = await write(shop, 1);
  const correct = (to: string, version?: number) => call('POST', `${EMAILS}/${id}/recipient`, { to, version });
  expect((await correct('rosa@x.example', 0)).statusCode).toBe(200);
  const stale = await correct('ana@x.example', 0);
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_version']);
  expect(stale.json().current).toMatchObject({ id, to: 'rosa@x.example', version: 1 });
  expect((await call('GET', `${EMAILS}/${id}`)).json().previousTo).toEqual(['c0@x.example']);
  expect((await correct('ana@x.example', 1)).json().to).toBe('ana@x.example');
});

test('a mail that goes there already is sent as by "send again", with no earlier recipient', async () => {
  const [id] = await write(unsent, 1);
  const before = (await call('GET', `${EMAILS}/${id}`)).json();
  const answer = await call('POST', `${EMAILS}/${id}/recipient`, { to: 'c0@x.example' });
  expect(answer.json()).toMatchObject({ status: 'queued', previousTo: [], messageId: before.messageId });
});

test.each([
  ...'a@x.example, b@x.example|a@x.example; b@x.example|a@x.example b@x.example|Rosa <a@x.example>'.split('|'),
  ...'<a@x.example>|a@x.example\r\nBcc: b@x.example|a@x.example\nTo: b@x.example|a@x.example\u0000'.split('|'),
  ...'a@b@x.example|"a,b"@x.example|a@x|@x.example'.split('|'),
  '',
  '   ',
  `${'a'.repeat(65)}@x.example`,
  7,
  null,
  ['a@x.example', 'b@x.example'],
  { address: 'a@x.example' },
])('E6 E7 the recipient %j is refused, and the mail stays as it is', async (to) => {
  const [id] = await write(unsent, 1);
  const before = (await call('GET', `${EMAILS}/${id}`)).json();
  const answer = await call('POST', `${EMAILS}/${id}/recipient`, { to });
  expect([answer.statusCode, answer.json().issues?.[0]?.path]).toEqual([400, expect.anything()]);
  expect((await call('GET', `${EMAILS}/${id}`)).json()).toEqual(before);
});

test('a result for the earlier recipient does not count for the corrected one', async () => {
  const [id] = await write(shop, 1);
  const [first] = await claimEmails(shop.deps.db, 1, 'others', lease);
  await call('POST', `${EMAILS}/${id}/recipient`, { to: 'rosa@x.example' });
  const [second] = await claimEmails(shop.deps.db, 1, 'others', lease);
  expect([first?.to, second?.to]).toEqual(['c0@x.example', 'rosa@x.example']);
  // Both are first tries, so the number of tries does not distinguish them.
  expect(second?.attempts).toBe(first?.attempts);
  if (!first || !second) throw new Error('not claimed');
  await markFailed(shop.deps.db, first, '550 no such user');
  await markSent(shop.deps.db, first, new Date());
  expect((await call('GET', `${EMAILS}/${id}`)).json()).toMatchObject({ status: 'queued', lastError: null });
  await markSent(shop.deps.db, second, new Date());
  expect((await call('GET', `${EMAILS}/${id}`)).json().status).toBe('sent');
});

test('a withdrawn mail is never sent, not even with all others or to another recipient', async () => {
  const [id] = await write(shop, 1);
  await shop.deps.db
    .update(emails)
    .set({ status: 'withdrawn' })
    .where(eq(emails.id, String(id)));
  expect((await call('POST', `${EMAILS}/${id}/send`)).statusCode).toBe(409);
  expect((await call('POST', `${EMAILS}/${id}/recipient`, { to: 'rosa@x.example' })).statusCode).toBe(409);
  expect((await call('POST', `${EMAILS}/send-stored`)).json()).toEqual({ queued: 0 });
  expect(await claimEmails(shop.deps.db, 1, 'others', lease)).toEqual([]);
  expect((await call('GET', `${EMAILS}?status=withdrawn`)).json()).toHaveLength(1);
});
