import { readdirSync, readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { errorTexts, issueTexts } from '#brand/texts/tables.ts';
import { ERROR_CODES } from '#server/errors.ts';
import { emails } from '#server/features/emails/schema.ts';
import { brandWords } from '#shared/content/brand-words.ts';
import type { Changed } from '#shared/content/item.ts';
import { groupOf } from '#shared/content/text-groups.ts';
import { factNames, faultOf, parametersOf, TEXT_GROUPS } from '#shared/content/text-keys.ts';
import { type AdminText, MAX_TEXT, textChangeSchema, textParamsSchema } from '#shared/content/texts.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { HOSTILE_TEXTS } from '#test/hostile-texts.ts';
import { localized } from '#test/localized.ts';
import { anAddress, confirm, paidSandbox } from '#test/makers.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { defaultTexts, faultsOf } from './kinds.ts';
import { changedTexts } from './pages.ts';
import { countStartingTexts } from './service.ts';

const shop = shopForAll();
const call = adminOf(shop);

const PATH = '/api/admin/texts';
const list = async (q = '') => (await call('GET', `${PATH}?q=${encodeURIComponent(q)}`)).json<AdminText[]>();
const read = async (key: string) => (await list()).find((text) => text.key === key) as AdminText;
const save = (key: string, payload: object) => call('PUT', `${PATH}/${key}`, payload);
const shown = () => changedTexts(shop.deps.content.current());

test('every sentence of the brand is in one group and valid, and its calls need a session', async () => {
  const texts = await list();
  expect(texts.length).toBe(defaultTexts.size);
  expect(texts.every(({ isCustom, version, changed }) => !isCustom && version === 0 && changed.length === 0)).toBe(
    true,
  );
  for (const [key, text] of defaultTexts) {
    expect(faultsOf(key, text), key).toEqual([]);
    // Each can be saved unchanged.
    expect(textParamsSchema.safeParse({ key }).success, key).toBe(true);
    expect(textChangeSchema.safeParse({ ...text, version: 0 }).error?.issues, key).toBeUndefined();
  }
  expect(new Set(texts.map(({ group }) => group))).toEqual(new Set(TEXT_GROUPS));
  expect(groupOf('product_unknown')).toBe('messages');
  expect((await shop.app.inject({ url: PATH })).statusCode).toBe(401);
  expect((await save('admin_login_title', { en: 'x', es: 'y', version: 0 })).statusCode).toBe(404);
  expect((await save('constructor', { en: 'x', es: 'y', version: 0 })).statusCode).toBe(404);
});

test('a search finds a sentence by its words in either language, by its default and by its key', async () => {
  const { en, es } = await read('home_heading');
  for (const q of [en.toUpperCase(), es.slice(2), 'home_head']) {
    expect((await list(q)).map(({ key }) => key)).toContain('home_heading');
  }
  expect(await list('no sentence says this')).toEqual([]);
});

test('a draft is private; a published sentence has its facts filled in; undo and reset restore the brand’s', async () => {
  const { version } = await read('home_heading');
  const words = localized('Made in {city}, "for" <b>you</b>.', 'Hecho en {city} para ti.');
  const draft = (await save('home_heading', { ...words, version })).json<Changed<AdminText>>();
  expect(draft).toMatchObject({ ...words, revision: null, version: version + 1, isCustom: false });
  expect(draft.changed.toSorted()).toEqual([...LANGUAGES].toSorted());
  expect(shown()).toEqual({});
  const { unpublished } = (await call('GET', '/api/admin/changes')).json();
  expect(unpublished).toMatchObject([{ kind: 'text', id: 'home_heading', after: words }]);

  const published = (await save('home_heading', { ...words, version: draft.version, publish: true })).json<
    Changed<AdminText>
  >();
  expect(published).toMatchObject({ isCustom: true, changed: [] });
  expect(shown().home_heading).toEqual(
    localized(`Made in ${facts.city}, "for" <b>you</b>.`, `Hecho en ${facts.city} para ti.`),
  );
  const stale = await save('home_heading', { en: 'Other', es: 'Otra', version: draft.version });
  expect(stale.statusCode).toBe(409);
  expect(stale.json().current).toMatchObject({ key: 'home_heading', ...words, version: published.version });

  expect((await call('POST', `/api/admin/revisions/${published.revision}/restore`)).statusCode).toBe(200);
  expect(shown()).toEqual({});
  expect(await read('home_heading')).toMatchObject({ isCustom: false, ...defaultTexts.get('home_heading') });

  const now = await read('home_heading');
  await save('home_heading', { ...words, version: now.version, publish: true });
  const { version: last } = await read('home_heading');
  expect((await call('DELETE', `${PATH}/home_heading?version=${last - 1}`)).statusCode).toBe(409);
  const reset = (await call('DELETE', `${PATH}/home_heading?version=${last}`)).json<Changed<AdminText>>();
  expect(reset).toMatchObject({ isCustom: false, ...defaultTexts.get('home_heading') });
  expect(shown()).toEqual({});
});

test('a sentence that npm run brand wrote counts until both languages are changed and published', async () => {
  const key = 'home_heading';
  const { en, es, version } = await read(key);
  const count = () => countStartingTexts(shop.deps.db, { en: { [key]: en, not_there: 'x' }, es: { [key]: es } });
  expect(await count()).toEqual({ count: 1, of: 1 });
  await save(key, { en: 'Mine', es: 'La mía', version });
  expect(await count()).toEqual({ count: 1, of: 1 });
  const halfVersion = (await read(key)).version;
  await save(key, { en: 'Mine', es, version: halfVersion, publish: true });
  expect(await count()).toEqual({ count: 1, of: 1 });
  await save(key, { en: 'Mine', es: 'La mía', version: (await read(key)).version, publish: true });
  expect(await count()).toEqual({ count: 0, of: 1 });
  // The brand of the tests has none.
  expect(await countStartingTexts(shop.deps.db)).toEqual({ count: 0, of: 0 });
  await call('DELETE', `${PATH}/${key}?version=${(await read(key)).version}`);
  expect((await read(key)).isCustom).toBe(false);
});

test('what does not fit is refused with its field, and nothing is saved', async () => {
  const before = await read('shop_left');
  const { en, es, version } = before;
  expect(before.parameters).toEqual(['count']);
  const refused: readonly (readonly [object, string, string])[] = [
    [{ en: 'Only a few left' }, 'en', 'placeholder_missing'],
    [{ es: `${es} {amount}` }, 'es', 'placeholder_unknown'],
    [{ en: `${en} {__proto__}` }, 'en', 'placeholder_unknown'],
    [{ en: `${en} {` }, 'en', 'text_braces'],
    [{ en: '{{count}}' }, 'en', 'text_braces'],
    [{ es: '   ' }, 'es', 'required'],
    [{ en: `{count} ${'a'.repeat(MAX_TEXT)}` }, 'en', 'too_long'],
    [{ en: `{count}${'a'.repeat(10_000)}` }, 'en', 'too_long'],
    [{ en: '{count}\u0007' }, 'en', 'text_unsafe'],
    [{ en: '{count}\n2' }, 'en', 'text_unsafe'],
    [{ es: undefined }, 'es', 'required'],
  ];
  for (const [changes, path, code] of refused) {
    const answer = await save('shop_left', { en, es, version, ...changes });
    expect(answer.statusCode, code).toBe(400);
    expect(answer.json().issues, code).toMatchObject([{ path }]);
  }
  expect((await save('shop_left', localized(en, es))).statusCode).toBe(400);
  expect(await read('shop_left')).toEqual(before);
});

test('hostile sentences are refused or plain text, and cannot change the text direction', async () => {
  const { version: first, es } = await read('home_subtitle');
  let version = first;
  for (const text of HOSTILE_TEXTS) {
    const answer = await save('home_subtitle', { en: text, es, version, publish: true });
    expect([200, 400], text).toContain(answer.statusCode);
    if (answer.statusCode === 200) version = answer.json<Changed<AdminText>>().version;
    for (const said of Object.values(shown().home_subtitle ?? {})) {
      expect(said, text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\p{Cc}/u);
    }
  }
  expect((await call('DELETE', `${PATH}/home_subtitle?version=${version}`)).statusCode).toBe(200);
});

test('a shopper’s error has the owner’s words, in the shopper’s language, with its values', async () => {
  const { version } = await read('issue_order_number_invalid');
  const words = localized('Look at {brand}’s mail again', 'Mira otra vez el correo de {brand}');
  const ask = (language: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/orders/find',
      headers: { 'accept-language': language },
      payload: { orderNumber: '?', email: 'a@b.example' },
    });
  const saved = (await save('issue_order_number_invalid', { ...words, version, publish: true })).json<
    Changed<AdminText>
  >();
  expect(saved.isCustom).toBe(true);
  const { message } = (await ask('es')).json();
  expect(message).toBe(words.es.replace('{brand}', brandWords('es').brand ?? ''));
  await call('DELETE', `${PATH}/issue_order_number_invalid?version=${saved.version}`);
  expect((await ask('es')).json().message).not.toBe(message);
});

test('shoppers’ errors are in the list as soon as they have a code; the admin’s are not', () => {
  const met = 'heat_hold heat_closed heat_service tax_address tax_unavailable stock_left stock_left_one sold_out'.split(
    ' ',
  );
  for (const code of met) expect([code, defaultTexts.has(code), groupOf(code)]).toEqual([code, true, 'messages']);
  const said = { ...errorTexts.en, ...issueTexts.en };
  for (const code of Object.keys(said).filter((each) => defaultTexts.has(each)))
    expect([code, groupOf(code)]).toEqual([code, 'messages']);
  const ofAdmin = ERROR_CODES.filter((code) => !defaultTexts.has(code));
  // Messages for buyers, inquirers and visitors belong to other features than these.
  expect(ofAdmin.filter((code) => /^(?:card|payment|order|address|quote|rates|heat|code_u)/.test(code))).toEqual([]);
  expect(ofAdmin).toEqual(expect.arrayContaining(['picture_used', 'login_failed', 'refund_exceeds']));
});

/** The refusal codes of a schema, at any depth. */
function codesIn(schema: unknown, found = new Set<string>(), seen = new Set<object>()): Set<string> {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return found;
  seen.add(schema);
  const { def = schema } = ((schema as { _zod?: { def: object } })._zod ?? {}) as { def?: object };
  const { error } = def as { error?: unknown };
  if (typeof error === 'function') found.add(String(error({})));
  for (const part of Object.values(def)) codesIn(part, found, seen);
  return found;
}

test('the list has a sentence for each field error of a public call, and no other', async () => {
  const routes = readdirSync('server/features', { recursive: true, encoding: 'utf8' })
    .filter((file) => /routes?\.ts$/.test(file))
    .map((file) => readFileSync(`server/features/${file}`, 'utf8'))
    .filter((source) => !source.includes('/api/admin'));
  const codes = new Set<string>();
  for (const [, names = '', path = ''] of routes.flatMap((source) => [
    ...source.matchAll(/import \{([^}]*)\} from '(#shared\/[^']+)'/g),
  ])) {
    const module: Record<string, unknown> = await import(path);
    for (const name of names.split(',')) if (name.trim().endsWith('Schema')) codesIn(module[name.trim()], codes);
  }
  const inList = [...defaultTexts.keys()].filter((key) => key.startsWith('issue_'));
  expect([...codes].map((code) => `issue_${code}`).toSorted()).toEqual(inList.toSorted());
  expect(codes.size).toBeGreaterThan(10);
});

test('a published mail word is in the next mail, preview and test mail, on every instance, until undone', async () => {
  const second = await startTestApp({ database: shop.database });
  const PREVIEW = '/api/admin/email-templates/preview';
  const template = { templateKey: 'order_confirmation', language: 'es', subject: 'Pedido', body: '{{orderItems}}' };
  const parts = async (from: TestApp, language: 'en' | 'es') => {
    const { paymentId } = await paidSandbox(from, { address: anAddress({ preferredLanguage: language }) });
    await confirm(from, paymentId);
    const [mail] = await shop.deps.db
      .select()
      .from(emails)
      .where(eq(emails.dedupeKey, `order_confirmation:${paymentId}`));
    return [mail?.html, mail?.text];
  };
  const known = await read('mail_contains');
  const total = await read('mail_total');
  expect([known.group, total.default]).toEqual(['mails', localized('Total', 'Total')]);
  const words = localized('On <us> & {city}', 'La «casa» <paga>');
  const draft = (await save('mail_contains', { ...words, version: known.version })).json<Changed<AdminText>>();
  for (const part of await parts(shop, 'es')) expect(part).toContain(known.es);
  // The preview shows what is saved, the test mail what is published.
  expect((await call('POST', PREVIEW, template)).json().html).toContain('La «casa» &lt;paga&gt;');
  const early = (await call('POST', '/api/admin/email-templates/test', template)).json<{ id: string }>();
  expect((await call('GET', `/api/admin/emails/${early.id}`)).json().html).not.toContain('casa');

  const published = (await save('mail_contains', { ...words, version: draft.version, publish: true })).json<
    Changed<AdminText>
  >();
  await second.deps.content.refresh();
  for (const each of [shop, second]) {
    const [html, text] = await parts(each, 'es');
    expect(html).toContain('La «casa» &lt;paga&gt;');
    expect(text).toContain('La «casa» <paga>');
    expect((await parts(each, 'en'))[1]).toContain(`On <us> & ${facts.city}`);
  }
  const preview = (await call('POST', PREVIEW, template)).json<{ html: string; text: string }>();
  expect(preview.html).toContain('La «casa» &lt;paga&gt;');
  const sent = (await call('POST', '/api/admin/email-templates/test', template)).json<{ id: string }>();
  const testMail = (await call('GET', `/api/admin/emails/${sent.id}`)).json<{ html: string; text: string }>();
  expect(testMail.html).toContain('La «casa» &lt;paga&gt;');
  expect(testMail.text).toContain('La «casa» <paga>');

  expect((await call('POST', `/api/admin/revisions/${published.revision}/restore`)).statusCode).toBe(200);
  await second.deps.content.refresh();
  for (const each of [shop, second]) {
    const [html, text] = await parts(each, 'es');
    for (const part of [html, text]) {
      expect(part).toContain(known.es);
      expect(part).not.toContain('casa');
    }
  }
  await second.close();
});

test('mail words without their placeholders, or with several lines, are refused', async () => {
  const { en, es, version, parameters } = await read('mail_gift_with_note');
  expect(parameters).toEqual(['note']);
  const refused: readonly (readonly [string, string])[] = [
    ['A gift.', 'placeholder_missing'],
    [`${en} {{orderItems}}`, 'text_braces'],
    [`${en} {amount}`, 'placeholder_unknown'],
    [`{note} ${'a'.repeat(10_000)}`, 'too_long'],
    ['{note}\r\nBcc: a@b.example', 'text_unsafe'],
  ];
  for (const [text, code] of refused) {
    const answer = await save('mail_gift_with_note', { en: text, es, version, publish: true });
    expect([code, answer.statusCode, answer.json().issues?.[0]?.path]).toEqual([code, 400, 'en']);
  }
  const turned = await save('mail_gift_with_note', { en: '\u202e{note}\u2066', es, version, publish: true });
  expect([200, 400]).toContain(turned.statusCode);
  expect(shown().mail_gift_with_note?.en ?? '').not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  if (turned.statusCode === 200) {
    await call('DELETE', `${PATH}/mail_gift_with_note?version=${turned.json<Changed<AdminText>>().version}`);
  }
});

test('a sentence that does not fit a newer version’s values is replaced by the brand’s own', () => {
  const items = new Map([
    [
      'text',
      new Map([
        ['shop_left', localized('Few left', 'Quedan pocas')],
        ['text_that_is_gone', localized('a', 'b')],
        ['home_subtitle', localized('a', 'b')],
      ]),
    ],
  ]);
  expect(changedTexts({ items })).toEqual({ home_subtitle: localized('a', 'b') });
});

test('a name in braces is a parameter, a fact of the shop, or a mistake', () => {
  expect(parametersOf(localized('{a} {city}', '{a} {brand} {b}'))).toEqual(['a', 'b']);
  expect(faultOf('{a} {city}', ['a'])).toBeNull();
  expect(faultOf('{a} {x} {y}', ['a'])).toEqual({ code: 'placeholder_unknown', names: ['x', 'y'] });
  expect(faultOf('{city}', ['a', 'b'])).toEqual({ code: 'placeholder_missing', names: ['a', 'b'] });
  for (const text of ['}', 'a { b', '{ a }', '{a-b}', '{}'])
    expect(faultOf(text, ['a'])?.code, text).toBe('text_braces');
  expect(factNames()).toContain('brand');
});

test('a packing slip says the words of rules and the free service as they are public, and no draft', async () => {
  const words = async () => (await call('GET', '/api/admin/slip-words')).json();
  expect(await words()).toEqual({});
  const own = localized('{rate}% for {state}', '{rate} % para {state}');
  const rated = await read('rule_tax_rated');
  await save('rule_tax_rated', { ...own, version: rated.version });
  expect(await words()).toEqual({});
  await save('rule_tax_rated', { ...own, version: rated.version + 1, publish: true });
  const free = localized('On us, from {city}', 'Va por la casa, desde {city}');
  await save('checkout_free_service', {
    ...free,
    version: (await read('checkout_free_service')).version,
    publish: true,
  });
  expect(await words()).toEqual({
    rule_tax_rated: own,
    checkout_free_service: localized(`On us, from ${facts.city}`, `Va por la casa, desde ${facts.city}`),
  });
  for (const key of ['rule_tax_rated', 'checkout_free_service']) {
    await call('DELETE', `${PATH}/${key}?version=${(await read(key)).version}`);
  }
  expect(await words()).toEqual({});
});
