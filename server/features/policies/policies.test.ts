import { expect, test } from 'vitest';
import { partnerWords } from '#brand/policies/words.ts';
import { toTextNodes } from '#server/rich-text.ts';
import type { Changed } from '#shared/content/item.ts';
import type { AdminPolicy } from '#shared/content/policies.ts';
import { PARTNERS, type Partner, POLICY_KINDS, placeholdersLeft } from '#shared/content/policy-page.ts';
import { forEachLanguage, LANGUAGES } from '#shared/core/language.ts';
import { TEXT_TAGS, type TextNode } from '#shared/core/rich-text.ts';
import { HOSTILE_TEXTS } from '#test/hostile-texts.ts';
import { aNewYorkAddress, confirm, paidSandbox } from '#test/makers.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { missingInPolicy, policyKind, toPolicyFields } from './kinds.ts';
import { policyContent } from './pages.ts';

const shop = shopForAll();
const call = adminOf(shop);

const PATH = '/api/admin/policies';
const read = async (kind = 'refunds') => (await call('GET', `${PATH}/${kind}`)).json<AdminPolicy>();
const save = (kind: string, payload: object) => call('PUT', `${PATH}/${kind}`, payload);
const shown = (partners: readonly Partner[] = []) =>
  policyContent(shop.deps.content.current(), { partners, products: [] });
const context = {
  values: { email: 'hola@shop.example' },
  lists: { partners: ['One', 'Two'], heatRules: [] },
};

/** All text of a tree, and all its links. */
function flat(nodes: readonly TextNode[]): { text: string; tags: string[]; links: string[] } {
  const found = { text: '', tags: [] as string[], links: [] as string[] };
  for (const node of nodes) {
    if (typeof node === 'string') {
      found.text += node;
      continue;
    }
    const [tag, children, href] = node;
    const inside = flat(children);
    found.tags.push(tag, ...inside.tags);
    found.text += inside.text;
    found.links.push(...(href === undefined ? [] : [href]), ...inside.links);
  }
  return found;
}

/* ---- the text ---- */

test('Markdown becomes headings, lists, emphasis and links, with the facts filled in', () => {
  const source =
    '# One\n\nWrite to [{{ email }}](mailto:{{email}}) **now**\n\n- a\n- b\n\n{{partners}}\n\n{{heatRules}}\n\n{{partners}} and\n\n[ours](/policies/terms)';
  expect(toTextNodes(source, context)).toEqual([
    ['h2', ['One']],
    ['p', ['Write to ', ['a', ['hola@shop.example'], 'mailto:hola@shop.example'], ' ', ['strong', ['now']]]],
    [
      'ul',
      [
        ['li', ['a']],
        ['li', ['b']],
      ],
    ],
    [
      'ul',
      [
        ['li', ['One']],
        ['li', ['Two']],
      ],
    ],
    ['p', ['One Two and']],
    ['p', [['a', ['ours'], '/policies/terms']]],
  ]);
});

test('hostile text stays text: no further element, no script link, no direction-changing mark (S23)', () => {
  const lures = [
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '[x](&#106;avascript:alert(1))',
    '[x](java\nscript:alert(1))',
    '![x](https://evil.example/x.png)',
    '<a href="javascript:alert(1)">x</a>',
    '<script>alert(1)</script>',
    '| a | b |\n|---|---|\n| c | d |',
    '```\n<b>code</b>\n```',
    `${'> '.repeat(200)}deep`,
    `${'*'.repeat(10_000)}`,
    `${'['.repeat(5_000)}`,
  ];
  for (const text of [...HOSTILE_TEXTS, ...lures]) {
    const { text: plain, tags, links } = flat(toTextNodes(`Before\n\n${text}\n\nAfter`, context));
    for (const tag of tags) expect(TEXT_TAGS).toContain(tag);
    for (const link of links) expect(link, text).toMatch(/^(https?:|mailto:|tel:|\/(?![/\\]))/);
    expect(plain, text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(plain).toContain('Before');
    expect(plain).toContain('After');
  }
});

test('placeholders left to fill in are found, allowed ones are not', () => {
  expect(placeholdersLeft('{{email}} {{ phone }} [text](/policies/terms) 5 [x](https://x.example)')).toEqual([]);
  expect(placeholdersLeft('{{days}} {days} [your city] ____ }} [a] [a]')).toEqual([
    '{{days}}',
    '{days}',
    '[your city]',
    '____',
    '}}',
    '[a]',
  ]);
});

test('the starting texts lack nothing, name no fact themselves, and fit in both languages', () => {
  for (const kind of POLICY_KINDS) {
    const fields = toPolicyFields(policyKind.defaults.get(kind) ?? {});
    expect(missingInPolicy(fields)).toEqual([]);
    for (const language of LANGUAGES) {
      expect(fields.summary[language].length, `${kind} ${language}`).toBeLessThanOrEqual(200);
      const headings = fields.body[language].match(/^## /gm)?.length;
      expect(headings, `${kind} ${language}`).toBe(fields.body.en.match(/^## /gm)?.length);
    }
  }
});

test('the privacy policy names exactly the partners that are set up', () => {
  for (const partners of [[], ['stripe'], ['shippo', 'mail'], [...PARTNERS]] as Partner[][]) {
    const { body } =
      policyContent(null, { partners, products: [] }).policies.find(({ kind }) => kind === 'privacy') ?? {};
    for (const language of LANGUAGES) {
      const { text } = flat(body?.[language] ?? []);
      const named = PARTNERS.filter((partner) => text.includes(partnerWords[partner][language]));
      expect(named).toEqual(partners);
      expect(text.includes('Stripe')).toBe(partners.includes('stripe'));
      expect(text).not.toContain('{{');
    }
  }
});

/* ---- the calls ---- */

test('a fresh shop has five samples; a stranger reads none of this', async () => {
  const policies = (await call('GET', PATH)).json<AdminPolicy[]>();
  expect(policies.map(({ kind }) => kind)).toEqual([...POLICY_KINDS]);
  expect(policies.every(({ isSample, origin, version }) => isSample && origin === 'default' && version === 0)).toBe(
    true,
  );
  expect((await shop.app.inject({ url: PATH })).statusCode).toBe(401);
  expect((await call('GET', `${PATH}/recipes`)).statusCode).toBe(400);
});

test('a draft is private; a published policy is in the next mail and beside the pay button; reset works', async () => {
  const { version, body } = await read();
  const summary = forEachLanguage((language) => `Thirty days, in ${language}, or write to {{email}}.`);
  const before = shown().refundRule;
  const draft = (await save('refunds', { summary, body, version })).json<Changed<AdminPolicy>>();
  expect(draft).toMatchObject({ revision: null, version: version + 1, isSample: true });
  expect(shown().refundRule).toEqual(before);

  const published = (await save('refunds', { summary, body, version: draft.version, publish: true })).json<
    Changed<AdminPolicy>
  >();
  expect(published).toMatchObject({ origin: 'custom', isSample: false, changed: [], missing: [] });
  expect(published.revision).toBeGreaterThan(0);
  expect(shown().refundRule.es).toMatch(/^Thirty days, in es, or write to .+@/);

  const { paymentId, clientSecret } = await paidSandbox(shop, {
    address: aNewYorkAddress({ preferredLanguage: 'es' }),
  });
  expect((await confirm(shop, paymentId, { clientSecret })).statusCode).toBe(200);
  const [order] = (await call('GET', '/api/admin/orders')).json<{ id: string }[]>();
  const detail = (await call('GET', `/api/admin/orders/${order?.id}`)).json();
  expect(detail.policies).toMatchObject({
    revision: published.revision,
    language: 'es',
    refundRule: shown().refundRule.es,
  });
  const mails = (await call('GET', '/api/admin/emails')).json<{ id: string; templateKey: string }[]>();
  const mailOf = async (key: string) =>
    (await call('GET', `/api/admin/emails/${mails.find(({ templateKey }) => templateKey === key)?.id}`)).json<{
      text: string;
      html: string;
    }>();
  const toCustomer = await mailOf('order_confirmation');
  for (const part of [toCustomer.text, toCustomer.html]) {
    expect(part).toContain(shown().refundRule.es);
    expect(part).toContain('/policies/privacy?lang=es');
  }
  expect((await mailOf('admin_order_notification')).text).not.toContain('/policies/');

  // The same words again make no revision.
  expect(
    (await save('refunds', { summary, body, version: published.version, publish: true })).json().revision,
  ).toBeNull();
  const undone = await call('POST', `/api/admin/revisions/${published.revision}/restore`);
  expect(undone.statusCode).toBe(200);
  expect(shown().refundRule).toEqual(before);
  expect((await read()).isSample).toBe(true);

  const again = (await save('refunds', { summary, body, version: (await read()).version, publish: true })).json<
    Changed<AdminPolicy>
  >();
  const reset = await call('DELETE', `${PATH}/refunds?version=${again.version}`);
  expect(reset.json()).toMatchObject({ origin: 'default', isSample: true });
  expect(shown().refundRule).toEqual(before);
});

test('a stale version is reported first, with the current policy', async () => {
  const { version } = await read('terms');
  const empty = forEachLanguage(() => '');
  const answer = await save('terms', { summary: empty, body: empty, version: version + 7, publish: true });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'stale_version', current: { kind: 'terms', version } });
});

test('what lacks a language or has something left to fill in is kept as a draft and never published', async () => {
  const { version, summary, body } = await read('shipping');
  const unfinished = { summary: { ...summary, es: '' }, body: { ...body, en: 'We ship in [how many] days.' } };
  const refused = await save('shipping', { ...unfinished, version, publish: true });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().issues.map(({ path }: { path: string }) => path)).toEqual(['summary.es', 'body.en']);
  const draft = (await save('shipping', { ...unfinished, version })).json<Changed<AdminPolicy>>();
  expect(draft.missing).toEqual([
    { path: 'summary.es', left: [] },
    { path: 'body.en', left: ['[how many]'] },
  ]);
  const publishing = await call('POST', '/api/admin/publish', { items: [{ kind: 'policy', id: 'shipping' }] });
  expect(publishing.statusCode).toBe(400);
  expect(shown().policies[1]?.isSample).toBe(true);
});

test('10,000 characters are a long policy; a summary of them and 20,001 are refused', async () => {
  const { version, summary, body } = await read('accessibility');
  const long = forEachLanguage(() => 'ñ'.repeat(10_000));
  expect((await save('accessibility', { summary: long, body, version })).statusCode).toBe(400);
  const tooLong = forEachLanguage(() => 'a'.repeat(20_001));
  expect((await save('accessibility', { summary, body: tooLong, version })).statusCode).toBe(400);
  expect((await save('accessibility', { summary, body: long, version })).statusCode).toBe(200);
});
