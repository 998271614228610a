import { expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { sections } from '#brand/sections.ts';
import { shippingContent } from '#server/features/shipping/rules.ts';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import {
  type AdminFaq,
  faultsInQuestion,
  MAX_ANSWER,
  MAX_QUESTION,
  MAX_QUESTIONS,
  type Question,
} from '#shared/content/faq.ts';
import type { Changed } from '#shared/content/item.ts';
import type { AdminText } from '#shared/content/texts.ts';
import { forEachLanguage, LANGUAGES } from '#shared/core/language.ts';
import { HOSTILE_TEXTS } from '#test/hostile-texts.ts';
import { localized } from '#test/localized.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { FAQ_ID, faqContent, faqKind, toQuestions } from './faq.ts';
import { linkMarks, markTexts } from './marks.ts';

const shop = shopForAll();
const call = adminOf(shop);

const PATH = '/api/admin/faq';
const none = forEachLanguage(() => '');
const read = async () => (await call('GET', PATH)).json<AdminFaq>();
const save = (payload: object) => call('PUT', PATH, payload);
const saved = async (payload: object) => (await save(payload)).json<Changed<AdminFaq>>();
const { products } = brandContent();
const shown = () => {
  const content = shop.deps.content.current();
  return faqContent(content, { products, ...shippingContent(content, products) }).faq;
};
const listed = async () => (await call('GET', '/api/admin/texts')).json<AdminText[]>().map(({ key }) => key);
const aQuestion = (changes: Partial<Question> = {}): Question => ({
  question: localized('Do you open on Sunday?', '¿Abren el domingo?'),
  answer: localized('Yes, in {city}. <b>Come</b> "early".', 'Sí, en {city}.'),
  otherwise: none,
  ...changes,
});

test('a fresh shop has the brand’s valid questions; the calls need a session', async () => {
  const { questions, origin, version, changed } = await read();
  expect({ origin, version, changed, count: questions.length }).toEqual({
    origin: 'default',
    version: 0,
    changed: [],
    count: sections.wholesale ? 5 : 4,
  });
  for (const question of questions) expect(faultsInQuestion(question)).toEqual([]);
  expect(shown()).toBeUndefined();
  expect((await shop.app.inject({ url: PATH })).statusCode).toBe(401);
});

test('a draft is private; a published list has the owner’s order; undo and reset restore the brand’s', async () => {
  const { questions, version } = await read();
  const own = [aQuestion(), ...questions];
  const draft = await saved({ questions: own, version });
  expect(draft).toMatchObject({ revision: null, origin: 'default', changed: ['questions'], version: version + 1 });
  expect(shown()).toBeUndefined();
  const { unpublished } = (await call('GET', '/api/admin/changes')).json();
  expect(unpublished).toMatchObject([{ kind: 'faq', id: FAQ_ID }]);

  const published = await saved({ questions: own, version: draft.version, publish: true });
  expect(published).toMatchObject({ origin: 'custom', changed: [] });
  expect(shown()?.map(({ question }) => question.en)).toEqual(own.map(({ question }) => question.en));
  expect(shown()?.[0]?.answer).toEqual(
    localized(`Yes, in ${facts.city}. <b>Come</b> "early".`, `Sí, en ${facts.city}.`),
  );
  const stale = await save({ questions: [], version: draft.version, publish: true });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({ code: 'stale_version', current: { version: published.version } });

  expect((await call('POST', `/api/admin/revisions/${published.revision}/restore`)).statusCode).toBe(200);
  expect(shown()).toBeUndefined();
  expect(await read()).toMatchObject({ origin: 'default', questions });

  // An empty list is a valid list.
  const emptied = await saved({ questions: [], version: (await read()).version, publish: true });
  expect(shown()).toEqual([]);
  expect((await call('DELETE', `${PATH}?version=${emptied.version - 1}`)).statusCode).toBe(409);
  const reset = (await call('DELETE', `${PATH}?version=${emptied.version}`)).json<Changed<AdminFaq>>();
  expect(reset).toMatchObject({ origin: 'default', questions });
  expect(shown()).toBeUndefined();
});

test('the list starts with words changed before, which are unused once it is the owner’s', async () => {
  const words = localized('Is each one in paper?', '¿Vienen en papel?');
  const key = 'faq_wrapped_q';
  const text = (await call('PUT', `/api/admin/texts/${key}`, { ...words, version: 0, publish: true })).json<
    Changed<AdminText>
  >();
  const { questions, version } = await read();
  expect(questions[1]?.question).toEqual(words);
  expect(await listed()).toContain(key);
  const published = await saved({ questions: questions.toReversed(), version, publish: true });
  expect(shown()?.at(-2)?.question).toEqual(words);
  const left = await listed();
  expect(left.filter((each) => each.startsWith('faq_'))).toEqual(['faq_keep_a']);
  // After the revert, the list follows the words again.
  expect((await call('POST', `/api/admin/revisions/${published.revision}/restore`)).statusCode).toBe(200);
  expect((await read()).origin).toBe('default');
  expect(await listed()).toContain(key);
  await call('DELETE', `/api/admin/texts/${key}?version=${text.version}`);
});

test('an incomplete question is never published; an invalid one has an error at its field', async () => {
  const { version } = await read();
  const cases: readonly (readonly [Partial<Question>, string, string])[] = [
    [{ question: localized('Why?', ' ') }, 'question.es', 'required'],
    [{ answer: localized('', 'Sí') }, 'answer.en', 'required'],
    [{ question: localized('{days}?', '¿?') }, 'question.en', 'placeholder_unknown'],
    [{ answer: localized('{__proto__}', 'Sí') }, 'answer.en', 'placeholder_unknown'],
    [{ answer: localized('a } b', 'Sí') }, 'answer.en', 'text_braces'],
    [{ answer: localized('With {allergens}', 'Sí'), otherwise: localized('None', '') }, 'otherwise.es', 'required'],
    [
      { answer: localized('{orders}', '{where}'), otherwise: localized('{orders}', 'No') },
      'otherwise.en',
      'placeholder_unknown',
    ],
  ];
  for (const [changes, path, code] of cases) {
    expect(faultsInQuestion(aQuestion(changes))).toMatchObject([{ path, code }]);
    const refused = await save({ questions: [aQuestion(), aQuestion(changes)], version, publish: true });
    expect(refused.statusCode, path).toBe(400);
    expect(refused.json().issues).toMatchObject([{ path: `questions.1.${path}` }]);
  }
  const draft = await saved({ questions: [aQuestion({ answer: none }), aQuestion()], version });
  expect(draft.changed).toEqual(['questions']);
  const publishing = await call('POST', '/api/admin/publish', { items: [{ kind: 'faq', id: FAQ_ID }] });
  expect(publishing.statusCode).toBe(400);
  expect(shown()).toBeUndefined();
  // A preview of it shows the complete questions.
  const items = new Map([['faq', new Map([[FAQ_ID, { questions: draft.questions }]])]]);
  expect(faqContent({ items }, { products, ...shippingContent(null, products) }).faq?.length).toBe(1);
  await call('DELETE', `${PATH}?version=${draft.version}`);
});

test('the list and each text have a maximum length', async () => {
  const { version } = await read();
  const longest = aQuestion({
    question: forEachLanguage(() => 'ñ'.repeat(MAX_QUESTION)),
    answer: forEachLanguage(() => `{days}${'ñ'.repeat(MAX_ANSWER - 6)}`),
  });
  const full = Array.from({ length: MAX_QUESTIONS }, () => longest);
  for (const [questions, status] of [
    [[...full, longest], 400],
    [[aQuestion({ question: forEachLanguage(() => 'a'.repeat(MAX_QUESTION + 1)) })], 400],
    [[aQuestion({ answer: forEachLanguage(() => 'a'.repeat(10_000)) })], 400],
    [[aQuestion({ answer: localized('a\nb', 'b') })], 400],
    [full, 200],
  ] as const) {
    expect((await save({ questions, version })).statusCode).toBe(status);
  }
  await call('DELETE', PATH);
});

test('an answer that names a missing value is replaced by its alternative', () => {
  const items = new Map([['faq', new Map([[FAQ_ID, { questions: toQuestions(faqKind.defaults.get(FAQ_ID) ?? {}) }]])]]);
  const { shipping } = shippingContent(null, products);
  const answers = (shop: Parameters<typeof faqContent>[1]) =>
    faqContent({ items }, shop).faq?.map(({ answer }) => answer.en);
  const usual = answers({ products, shipping });
  const without = answers({ products: [], shipping: { ...shipping, free: null } });
  expect(usual?.[3]).toContain(shipping.free?.orders.en);
  expect(usual?.[3]).toContain(shipping.shipDays.en);
  expect(without?.[3]).not.toBe(usual?.[3]);
  expect(without?.[3]).toContain(shipping.shipDays.en);
  expect(without?.[2]).not.toBe(usual?.[2]);
  for (const answer of [...(usual ?? []), ...(without ?? [])]) expect(answer).not.toMatch(/[{}]/);
});

test('hostile questions are refused or plain text, and cannot change the text direction', async () => {
  let { version } = await read();
  for (const text of HOSTILE_TEXTS) {
    const own = aQuestion({ question: localized(text, 'Sí'), answer: localized(text, text) });
    const answer = await save({ questions: [own], version, publish: true });
    expect([200, 400], text).toContain(answer.statusCode);
    if (answer.statusCode === 200) version = answer.json<Changed<AdminFaq>>().version;
    for (const { question, answer } of shown() ?? []) {
      for (const language of LANGUAGES) {
        expect(question[language] + answer[language], text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\p{Cc}/u);
      }
    }
  }
  expect((await call('DELETE', `${PATH}?version=${version}`)).statusCode).toBe(200);
});

test('in the editable preview, an owner’s question links to the form of the list', () => {
  const items = new Map([['faq', new Map([[FAQ_ID, { questions: [aQuestion({ answer: localized('Yes', 'Sí') })] }]])]]);
  const marked = toQuestions(markTexts({ revision: 1, items }).items.get('faq')?.get(FAQ_ID) ?? {});
  const html = linkMarks(`<summary>${marked[0]?.question.en}</summary><p>${marked[0]?.answer.en}</p>`);
  expect(html.match(/href="\/admin\/site\/questions"/g)?.length).toBe(2);
  expect(html).toContain('>Do you open on Sunday?</a>');
});
