import { expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { allergenNames } from '#brand/nutrition.ts';
import { freeShipping } from '#brand/shipping.ts';
import { STATE_NAMES } from '#brand/state-names.ts';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import { placeholdersIn } from '#shared/content/text-keys.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { PLACEHOLDERS, TEMPLATE_KEYS, type TemplateKey } from '#shared/emails/emails.ts';
import { mailKey, mailSentences, mailWords } from '#shared/emails/mail-words.ts';
import { CARRIERS } from '#shared/shipping/carriers.ts';
import { shipDaysText } from '#shared/shipping/public-shipping.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';
import { STORE_TYPES, storeTypeKey } from '#shared/stores/store-types.ts';
import { anInquiryForEmail, anOrderForEmail, mailConfig } from '#test/emails.ts';
import { localized } from '#test/localized.ts';
import { getDefaultTemplate } from './defaults.ts';
import { KINDS } from './kinds.ts';
import { prepareNewAddressNotice, prepareOrderLink, prepareOwedMail, prepareRefundByHand } from './order-mails.ts';
import { footOf } from './outbox.ts';
import type { EmailValues } from './render/placeholders.ts';
import { type RenderedEmail, renderEmail } from './render/render.ts';
import {
  changeEmailValues,
  delayEmailValues,
  inquiryEmailValues,
  orderEmailValues,
  refundEmailValues,
} from './values.ts';
import { sayIn } from './words.ts';

const config = mailConfig();
const { publicUrl } = config;
const { products } = brandContent();
const clock = { now: () => new Date('2026-11-20T12:00:00Z'), monotonicMs: () => 0 };

/** All strings inside a value. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

const listed = new Map([
  ...Object.entries(mailSentences()),
  ...STORE_TYPES.map((type) => [storeTypeKey(type), localized('', '')] as const),
]);
/** The preview line of a mail may be cut off. */
const LISTED_WORD = /⟦(\w+):[^⟦⟧]*(?:⟧|…$)/g;
/** Every word of the list in brackets, after its key. */
const inBrackets = (key: string, language: Language) =>
  listed.has(key) ? `⟦${key}:${listed.get(key)?.[language]}⟧` : undefined;
const shop = { config, clock, changedText: inBrackets };

const givenOrders = [
  anOrderForEmail(),
  anOrderForEmail({
    recipientName: 'Lola Cruz',
    giftNote: 'Besos de Omaira',
    discount: '2.00',
    shippingCost: '9.35',
    tax: '3.30',
    taxes: { items: [330], shipping: 0, line: { name: 'FL', rate: '8.25', reason: 'by_table' } },
    preferredLanguage: 'es',
    lines: products.map(({ id, name }) => ({ id, name: name.en, names: null, quantity: 3, unitPriceCents: 1999 })),
  }),
  anOrderForEmail({ recipientName: 'Lola Cruz', shippingMethod: freeShipping.service.en }),
];
const givenInquiries = [
  ...STORE_TYPES.map((storeType) => anInquiryForEmail({ storeType })),
  anInquiryForEmail({ message: null, businessName: '1234567890', contactName: '1234567890', preferredLanguage: 'es' }),
];
const shipment = { carrier: 'USPS', trackingNumber: '1Z', trackingUrl: '' };

/** The sample of a kind, and all values that its words depend on. */
function valuesOf(key: TemplateKey, language: Language): EmailValues[] {
  const sample = KINDS[key].sample(shop, { language, products });
  if (key === 'wholesale_confirmation' || key === 'wholesale_notification') {
    const audience = key === 'wholesale_confirmation' ? 'inquirer' : 'owner';
    return [sample, ...givenInquiries.map((each) => inquiryEmailValues(shop, each, { language, audience }))];
  }
  const options = { language, products };
  return [
    sample,
    ...givenOrders.flatMap((order) => [
      {
        ...shipment,
        ...refundEmailValues(shop, order, 0, options),
        ...delayEmailValues(shop, { ...order, shipBy: null, answerBy: '2026-12-08' }, options),
        // The last one, because its items have the difference.
        ...changeEmailValues(shop, { ...order, difference: '-19.99' }, 0, options),
      },
      {
        ...shipment,
        ...refundEmailValues(shop, order, 500, options),
        ...changeEmailValues(shop, order, 500, options),
        ...delayEmailValues(shop, { ...order, answerBy: null }, options),
      },
    ]),
  ];
}

const decode = (html: string) =>
  html
    .replace(/<(style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/&(?:nbsp|zwnj|#847);/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const said = ({ subject, html, text }: RenderedEmail) => [
  subject,
  ...text.split('\n'),
  ...[...html.matchAll(/\salt="([^"]*)"/g)].map(([, alt = '']) => decode(alt)),
  ...decode(html.replace(/>/g, '>\n').replace(/</g, '\n<'))
    .replace(/<[^<>\n]*>/g, '')
    .split('\n'),
];

/** The same mails without the words of their templates: each placeholder is a paragraph. */
function mailsOf(language: Language): RenderedEmail[] {
  const templates = TEMPLATE_KEYS.flatMap((key) => {
    const template = { subject: '1', body: PLACEHOLDERS[key].map((name) => `{{${name}}}`).join('\n\n') };
    const refundRule = () => '';
    return valuesOf(key, language).map((values) =>
      renderEmail(template, values, {
        language,
        publicUrl,
        foot: footOf(key, language, refundRule),
        changedText: inBrackets,
      }),
    );
  });
  const order = anOrderForEmail({ preferredLanguage: language });
  const owed = (['asks', 'paid', 'returned'] as const).map((kind) =>
    prepareOwedMail(shop, order, { kind, amountCents: 1, paidCents: 2, items: '1', until: new Date(0), key: 'key' }),
  );
  const byHand = prepareRefundByHand(shop, order, { amountCents: 500, dedupeKey: 'key' });
  const others = [prepareOrderLink(shop, order, 'key'), prepareNewAddressNotice(shop, order, 'key'), byHand];
  return [...templates, ...others, ...owed];
}

test('the list of texts has exactly the words that mails use around their templates', () => {
  // Typed text, facts, products, names of carriers and states, and calculated values.
  const samples = TEMPLATE_KEYS.map((key) => {
    const { email, businessName, contactName, customerName, location, message, phone, shippingAddress } = KINDS[
      key
    ].sample({ config }, { language: 'en', products });
    return [email, businessName, contactName, customerName, location, message, phone, shippingAddress];
  });
  const es = KINDS.wholesale_notification.sample({ config }, { language: 'es', products }).message;
  const given = [
    samples,
    es,
    shipment,
    givenOrders,
    givenInquiries,
    facts,
    products,
    freeShipping.service,
    config.publicUrl,
  ];
  const named = [allergenNames, STATE_NAMES.FL, CARRIERS, 'Ground Advantage', shipDaysText(brandShippingRules)];
  const own = leaves([given, named, 'Instagram', 'TikTok', new URL(publicUrl).host])
    .flatMap((text) => text.split(/\n|, /))
    .map((text) => text.trim())
    .filter((text) => /\p{L}/u.test(text))
    .toSorted((x, y) => y.length - x.length);
  const ownIn = (text: string) => own.reduce((rest, leaf) => rest.replaceAll(leaf, ''), text);
  const isOwn = (text: string) =>
    !/\p{L}/u.test(ownIn(text.replace(LISTED_WORD, '').replace(/(?:https?|mailto):\S+|#?[0-9A-F]{8}\b/g, '')));
  const seen = new Set<string>();
  const unlisted = new Set<string>();
  for (const language of LANGUAGES) {
    for (const text of new Set(mailsOf(language).flatMap(said))) {
      for (const [, key = ''] of text.matchAll(LISTED_WORD)) seen.add(key);
      if (!isOwn(text)) unlisted.add(`${language}: ${text}`);
    }
  }
  expect([...unlisted]).toEqual([]);
  // The controls: every word of the list occurs, and a foreign word is reported.
  expect([...listed.keys()].filter((key) => !seen.has(key))).toEqual([]);
  expect(isOwn(`${facts.name} thanks you`)).toBe(false);
});

test('each word has its own key for the admin’s calls, and the same placeholders in all languages', () => {
  const keys = Object.keys(mailSentences());
  expect(keys).toHaveLength(Object.keys(mailWords).length);
  expect(keys.filter((key) => !/^mail_[a-z][a-z_]*$/.test(key))).toEqual([]);
  for (const [word, text] of Object.entries(mailWords)) {
    const [first = [], ...others] = LANGUAGES.map((language) => placeholdersIn(text[language]).toSorted());
    for (const names of others) expect(names, word).toEqual(first);
  }
});

test('a word shows its values unchanged, as often as each is named, and fills no placeholders in them', () => {
  const say = sayIn('en', () => '{note} and {note}');
  expect(say('giftWithNote', { note: '$& {note} {{gift}} <b>' })).toBe(
    '$& {note} {{gift}} <b> and $& {note} {{gift}} <b>',
  );
  expect(say('giftWithNote', {})).toBe('{note} and {note}');
  expect(sayIn('es')('total')).toBe(mailWords.total.es);
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</td></table></body>',
  '[x](javascript:alert(1)) **b** # h',
  '<!--[if mso]><script>',
  '&lt;b&gt; &amp;',
  'https://evil.example',
  'a'.repeat(1_000),
];

test.each(HOSTILE)('hostile words are plain text in every mail: %.40s', (hostile) => {
  const plain = { ...shop, changedText: undefined };
  const tagsIn = (html: string) => html.match(/<\/?[a-z!][^\s>/]*/gi) ?? [];
  for (const language of LANGUAGES) {
    const changedText = (key: string) => {
      const names = placeholdersIn(listed.get(key)?.[language] ?? '').map((name) => `{${name}}`);
      return listed.has(key) ? [hostile, ...names].join(' ') : undefined;
    };
    const mails = (of: { changedText: typeof changedText | undefined }) => [
      ...TEMPLATE_KEYS.map((key) =>
        renderEmail(getDefaultTemplate(key, language), KINDS[key].sample({ config, ...of }, { language, products }), {
          language,
          publicUrl,
          foot: footOf(key, language, undefined),
          ...of,
        }),
      ),
      prepareOrderLink({ ...plain, ...of }, anOrderForEmail({ preferredLanguage: language }), 'key'),
      prepareNewAddressNotice({ ...plain, ...of }, anOrderForEmail({ preferredLanguage: language }), 'key'),
    ];
    const before = mails({ changedText: undefined });
    for (const [i, mail] of mails({ changedText }).entries()) {
      expect(tagsIn(mail.html)).toEqual(tagsIn(before[i]?.html ?? ''));
      expect(mail.html).not.toContain('href="https://evil.example');
      expect(mail.text).toContain(hostile);
      expect(mail.subject).not.toMatch(/[\r\n]/);
    }
  }
});

test('the words of a mail are those of its own language', () => {
  const order = anOrderForEmail({ shippingCost: '0.00' });
  const changedText = (key: string, language: Language) =>
    key === mailKey('free') ? `free in ${language}` : undefined;
  for (const language of LANGUAGES) {
    const values = orderEmailValues({ config, changedText }, order, { language });
    expect(values.shippingCost).toBe(`free in ${language}`);
    const { html, text } = renderEmail({ subject: 's', body: '{{orderItems}}' }, values, {
      language,
      publicUrl,
      changedText,
    });
    for (const part of [html, text]) expect(part).toContain(`free in ${language}`);
  }
});
