import { HtmlValidate } from 'html-validate';
import { simpleParser } from 'mailparser';
import nodemailer from 'nodemailer';
import { expect, test } from 'vitest';
import { emailWords } from '#brand/emails/words.ts';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { PLACEHOLDERS, TEMPLATE_KEYS, type TemplateKey } from '#shared/emails/emails.ts';
import { anInquiryForEmail, anOrderForEmail, mailConfig } from '#test/emails.ts';
import { localized } from '#test/localized.ts';
import { defaultTemplates, getDefaultTemplate } from '../defaults.ts';
import { KINDS } from '../kinds.ts';
import { inquiryEmailValues, orderEmailValues, shippingEmailValues } from '../values.ts';
import type { EmailValues } from './placeholders.ts';
import { renderEmail } from './render.ts';

const config = mailConfig();
const { publicUrl } = config;
const shop = { config };
const { products } = brandContent();

function render(body: string, values: EmailValues = {}, subject = 'Subject', language: Language = 'en') {
  return renderEmail({ subject, body }, values, { language, publicUrl });
}
/** The output of a template, without the layout around it. */
function inside(html: string): string {
  return /<td class="card pad"[^>]*>\n([\s\S]*?)\n<\/td><\/tr>\n<tr><td class="panel/.exec(html)?.[1] ?? '';
}
function valuesOf(templateKey: TemplateKey, language: Language, hostile?: string): EmailValues {
  const text = hostile ?? 'x';
  if (templateKey.startsWith('wholesale')) {
    const inquiry = anInquiryForEmail(
      hostile
        ? { businessName: text, contactName: text, location: text, message: text, phone: text, storeType: text }
        : {},
    );
    const audience = templateKey === 'wholesale_confirmation' ? 'inquirer' : 'owner';
    return inquiryEmailValues(shop, inquiry, { language, audience });
  }
  const order = anOrderForEmail(
    hostile
      ? {
          customerName: text,
          phone: text,
          addressLine1: text,
          addressLine2: text,
          city: text,
          state: text,
          zipCode: text,
          shippingMethod: text,
          shippingCarrier: text,
          statusToken: text,
          lines: [{ id: 'gone', name: text, names: null, quantity: 1, unitPriceCents: 1999 }],
        }
      : {},
  );
  return shippingEmailValues(shop, order, { trackingNumber: text, carrier: 'USPS' }, { language });
}

const TAGS = ['script', 'img', 'iframe', 'svg', 'a', 'style', 'b', 'input', 'object', 'form'];
const HOSTILE = [
  ...TAGS.flatMap((tag) => [
    `<${tag} src=x onerror=alert(1)>`,
    `"><${tag}/onload=alert(1)>`,
    `'><${tag} href='javascript:alert(1)'>`,
    `</td></table></body><${tag}>`,
  ]),
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '[click](javascript:alert(1))',
  '![x](https://evil.example/p.png)',
  '<!--[if mso]><script>alert(1)</script><![endif]-->',
  '**bold** _em_ `code`\n# heading\n- list',
  '\u0000\u0007<script>\u202e',
  '{{constructor}} $& $1 $` {{orderItems}}',
  ']]>--><script>',
  '&#x3c;script&#x3e;',
  '<scr<script>ipt>',
];

test('mails have no text that filters treat as hidden, and no invisible characters', () => {
  for (const { templateKey, language, ...template } of defaultTemplates()) {
    const { html } = renderEmail(template, valuesOf(templateKey, language), { language, publicUrl });
    const body = html.slice(html.indexOf('<body'));
    const ground = /background-color:(#\w+)/.exec(body)?.[1];
    const [, preheader] = /<p class="preheader[^"]*" style="([^"]*)">[^<]{20,}<\/p>/.exec(body) ?? [];
    expect(preheader).toMatch(/(?:^|;)color:#/);
    expect(preheader).not.toContain(ground);
    const styles = [...body.matchAll(/ style="([^"]*)"/g)].map(([, style = '']) => style);
    const hides = /display:none|visibility:hidden|opacity|(?:font-size|line-height|max-height):[01](?:px)?;/;
    expect(styles.filter((style) => hides.test(style))).toEqual([]);
    expect(body).not.toMatch(/[\u034f\u200b-\u200f\u2060\ufeff]|&(?:#847|zwnj|zwj|#8203);/);
  }
});

test('E3 50 hostile values in ten mails: no tag of theirs in the HTML, their own text in the text part', () => {
  expect(HOSTILE).toHaveLength(50);
  const tagsIn = (html: string) => inside(html).match(/<\/?[a-z!][^\s>/]*/gi) ?? [];
  const bad: string[] = [];
  for (const { templateKey, language, ...template } of defaultTemplates()) {
    const mailOf = (value: string) =>
      renderEmail(template, valuesOf(templateKey, language, value), { language, publicUrl });
    const allowed = new Set([...tagsIn(mailOf('x').html), '<br']);
    for (const hostile of HOSTILE) {
      const { html, text } = mailOf(hostile);
      const where = `${templateKey} ${language} ${hostile}`;
      if (tagsIn(html).some((tag) => !allowed.has(tag))) bad.push(`tag: ${where}`);
      if (/<[^>]*\son\w+=/i.test(inside(html))) bad.push(`handler: ${where}`);
      if (/href="(?!https?:|mailto:)/.test(html)) bad.push(`address: ${where}`);
      // The text part contains what was typed; the inquirer's mail repeats none of it.
      const isTold = text.includes(hostile.split('\n')[0]?.replace(/[\p{Cc}\u202e]/gu, '') ?? '');
      if (isTold === (templateKey === 'wholesale_confirmation')) bad.push(`text: ${where}`);
    }
  }
  expect(bad).toEqual([]);
  expect(render('Hi {{customerName}}', { customerName: '<b>&"x' }).text).toContain('Hi <b>&"x');
});

test.each([
  ['{{orderItems}}', 'Hi {{orderItems}}'],
  ['$&', 'Hi $&'],
  ['$1 $` $$', 'Hi $1 $` $$'],
  ['{{constructor}}', 'Hi {{constructor}}'],
  ['{{email}}', 'Hi {{email}}'],
  ['{{customerName}}', 'Hi {{customerName}}'],
])('E4 a value %j is in the mail unchanged', (customerName, text) => {
  const order = shippingEmailValues(
    shop,
    anOrderForEmail({ customerName }),
    { trackingNumber: '1', carrier: 'UPS' },
    { language: 'en' },
  );
  const mail = render('Hi {{customerName}}', order, '{{customerName}}');
  expect(mail.text.split('\n')[0]).toBe(text);
  expect(mail.subject).toBe(customerName);
  expect(inside(mail.html)).not.toContain('19.99');
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'nothing_of_ours'])(
  'E4 the unknown name %s stays visible',
  (name) => {
    const mail = render(`Hi {{${name}}}`, {}, `{{${name}}}`);
    expect([mail.subject, mail.text.split('\n')[0]]).toEqual([`{{${name}}}`, `Hi {{${name}}}`]);
    expect(mail.html).toContain(`Hi {{${name}}}`);
  },
);

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '![tracker](https://evil.example/pixel.png)',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '{{ {{customerName}} }} }}{{',
  '{{{{{{customerName}}}}}}',
  '    <script>indented</script>',
  '```\n<script>\n```',
  '| a | b |\n|---|---|\n| <script> | 2 |',
  `${'> '.repeat(90)}deep`,
  '*'.repeat(5_000),
  '['.repeat(5_000),
  '{{'.repeat(9_000),
  `${'- '.repeat(500)}x`,
])('E5 the template %j makes neither code nor a crash', (body) => {
  const html = inside(render(body, { customerName: 'Ana' }).html);
  expect(html).not.toMatch(/<(script|img|iframe|object|style|svg|form)/i);
  expect(html).not.toMatch(/href="(?!https?:|mailto:)/i);
  expect(html).not.toMatch(/<[^>]*\son\w+=/i);
});

test('E6 40 values with line breaks add neither header nor recipient, read by an independent parser', async () => {
  const breaks = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\u000b', '%0d%0a', '\r\n\r\n'];
  const headers = [
    'Bcc: b@evil.example',
    'To: b@evil.example',
    'X-Evil: 1',
    'Content-Type: text/html',
    'Subject: other',
  ];
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  let extra = 0;
  for (const lineBreak of breaks) {
    for (const header of headers) {
      const value = `Ana${lineBreak}${header}`;
      const mail = render('{{customerName}}', { customerName: value }, 'Hello {{customerName}}');
      const { message } = await composer.sendMail({
        from: 'a@x.example',
        to: { name: '', address: 'c@x.example' },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      });
      const parsed = await simpleParser(message as Buffer);
      const recipients = [parsed.to, parsed.cc, parsed.bcc].flat().flatMap((field) => field?.value ?? []);
      if (recipients.length !== 1 || parsed.headers.has('x-evil') || !parsed.subject?.startsWith('Hello Ana')) extra++;
      if (/[\r\n\u2028\u0085]/.test(mail.subject)) extra++;
    }
  }
  expect(extra).toBe(0);
});

test('every placeholder of a mail has a value, and the defaults use none that is unknown', () => {
  for (const key of TEMPLATE_KEYS) {
    const values = KINDS[key].sample(shop, { language: 'en', products });
    for (const name of PLACEHOLDERS[key]) expect(Object.hasOwn(values, name), `${key} ${name}`).toBe(true);
  }
  expect(defaultTemplates()).toHaveLength(TEMPLATE_KEYS.length * 2);
  for (const { templateKey, language, ...template } of defaultTemplates()) {
    const mail = renderEmail(template, KINDS[templateKey].sample(shop, { language, products }), {
      language,
      publicUrl,
    });
    expect(mail.subject + mail.html + mail.text).not.toContain('{{');
    expect(mail.html).toContain(`<html lang="${language}"`);
  }
});

test('the defaults promise what the specification says', () => {
  for (const language of LANGUAGES) {
    expect(getDefaultTemplate('wholesale_confirmation', language).body).toContain('24-48');
    expect(getDefaultTemplate('order_confirmation', language).body).toContain('**{{shipsWithin}}**');
    expect(valuesOf('order_confirmation', language).shipsWithin).toMatch(language === 'en' ? /^1-2 / : /^1 o 2 /);
    expect(getDefaultTemplate('shipping_confirmation', language).body).toContain('({{trackingUrl}})');
    expect(getDefaultTemplate('order_confirmation', language).body).toContain('({{orderUrl}})');
  }
});

test('E8 the confirmation to an inquirer repeats no text that could be an advertisement', () => {
  const advert = 'Cheap pills at www.evil.example call 900555';
  for (const language of LANGUAGES) {
    const inquiry = anInquiryForEmail({
      businessName: advert,
      contactName: 'evil.example',
      message: advert,
      location: advert,
    });
    const values = inquiryEmailValues(shop, inquiry, { language, audience: 'inquirer' });
    const template = getDefaultTemplate('wholesale_confirmation', language);
    // Also if the owner's template names it.
    const mail = renderEmail({ ...template, body: `${template.body}\n\n{{message}} {{location}}` }, values, {
      language,
      publicUrl,
    });
    expect(mail.subject + mail.text + mail.html).not.toMatch(/evil|pills|900555/);
    const friend = anInquiryForEmail({ businessName: "María-José O'Neil Jr." });
    const told = inquiryEmailValues(shop, friend, { language, audience: 'inquirer' });
    expect(told.businessName).toBe("María-José O'Neil Jr.");
    const long = inquiryEmailValues(shop, anInquiryForEmail({ businessName: 'a'.repeat(81) }), {
      language,
      audience: 'inquirer',
    });
    expect(long.businessName).toBe(emailWords.someBusiness[language]);
  }
});

test.each([
  ['Rosa Peña', true],
  ["  J. María-José O'Neil Jr. ", true],
  ['Ñ'.repeat(40), true],
  ['Ñ'.repeat(41), false],
  ['Rosa 305', false],
  ['rosa.example', false],
  ['rosa@evil', false],
  ['https://evil', false],
  ['Rosa\nPeña', false],
  ['<b>Rosa</b>', false],
  ['', false],
])('the confirmation to an inquirer greets %j by name: %s', (contactName, isGreeted) => {
  const inquiry = anInquiryForEmail({ contactName });
  const { contactName: shown } = inquiryEmailValues(shop, inquiry, { language: 'es', audience: 'inquirer' });
  expect(shown).toBe(isGreeted ? contactName.trim() : emailWords.someone.es);
});

test('{{orderItems}} alone is a table with names in the mail’s language, prices, shipping and total', () => {
  const order = anOrderForEmail({ shippingCost: '9.35', totalAmount: '49.33' });
  const values = shippingEmailValues(shop, order, { trackingNumber: '1', carrier: 'UPS' }, { language: 'es' });
  const mail = render('{{orderItems}}', values, 'S', 'es');
  const cells = [...inside(mail.html).matchAll(/<t[hd] [^>]*>(.*?)<\/t[hd]>/g)].map((m) =>
    m[1]?.replace(/<[^>]+>/g, '|').replace('&nbsp;', ' '),
  );
  expect(cells).toEqual([
    'Producto',
    'Monto',
    '|2 ×| Caja de 40 galleticas con guayaba||$19.99 c/u|',
    '$39.98',
    'Subtotal',
    '$39.98',
    'Envío',
    '$9.35',
    'Total',
    '$49.33',
  ]);
  const lines = mail.text.split('\n');
  expect(lines[0]).toMatch(/^2 × Caja de 40 galleticas con guayaba {2,}\$39\.98$/);
  expect(new Set(lines.slice(0, 5).map((line) => line.length)).size).toBe(1);
  expect(render('You bought {{orderItems}}.', values).text).toContain(
    'You bought 2 × Caja de 40 galleticas con guayaba.',
  );
});

test('a link alone is a button, an address value is a link, and the text part spells both out', () => {
  const values: EmailValues = { trackingUrl: 'https://www.ups.com/track?tracknum=1%202', email: 'a@x.example' };
  const mail = render('[Track]({{ trackingUrl }})\n\nWrite to {{email}} or [here](mailto:{{email}})', values);
  expect(inside(mail.html)).toContain('href="https://www.ups.com/track?tracknum=1%202" style="display:inline-block');
  expect(inside(mail.html).match(/href="mailto:a@x\.example"/g)).toHaveLength(2);
  expect(mail.text).toContain('Track: https://www.ups.com/track?tracknum=1%202');
  expect(mail.text).toContain('here: mailto:a@x.example');
});

test('a value inside a longer address stays in its place, and one that is not a web address is not a link', () => {
  const inPlace = render('[a](https://x.example/?q={{customerName}})', { customerName: '&evil=1#/../' });
  expect(inside(inPlace.html)).toContain('href="https://x.example/?q=%26evil%3D1%23%2F..%2F"');
  for (const orderUrl of ['javascript:alert(1)', 'data:text/html,x', '', 'no address']) {
    expect(inside(render('[a]({{orderUrl}})', { orderUrl }).html)).not.toContain('<a');
  }
});

test('the ten mails are valid HTML, but for the attributes that Outlook needs', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      'no-deprecated-attr': 'off',
      'no-inline-style': 'off',
      'attribute-boolean-style': 'off',
      'void-style': 'off',
      'no-conditional-comment': 'off',
      'no-trailing-whitespace': 'off',
      'doctype-style': 'off',
      'long-title': 'off',
      'presentation-role-style': 'off',
    },
  });
  for (const { templateKey, language, ...template } of defaultTemplates()) {
    const { html } = renderEmail(template, KINDS[templateKey].sample(shop, { language, products }), {
      language,
      publicUrl,
    });
    const report = await validator.validateString(html);
    expect(
      report.results.flatMap((r) => r.messages.map((m) => `${templateKey} ${m.line}: ${m.ruleId} ${m.message}`)),
    ).toEqual([]);
  }
});

test('lists, quotes and headings read well in the text part', () => {
  const text = render('# Title\n\n- one\n- two\n  more\n\n1. first\n2. second\n\n> quoted\n\nEnd').text;
  expect(text.split('\n\n-- ')[0]).toBe(
    'Title\n=====\n\n- one\n- two\n  more\n\n1. first\n2. second\n\n> quoted\n\nEnd',
  );
});

test.each(LANGUAGES)('the confirmation says below each box what it contains, in %s', (language) => {
  const [first] = products;
  if (!first) throw new Error('no product');
  const lines = [
    { id: first.id, name: 'Box', names: null, quantity: 2, unitPriceCents: 1999 },
    { id: 'gone', name: 'Other', names: null, quantity: 1, unitPriceCents: 500 },
  ];
  const order = anOrderForEmail({ lines });
  const options = { language };
  const withAllergens = {
    ...first,
    allergens: ['wheat', 'treeNuts'] as const,
    allergenSpecies: { treeNuts: localized('almond', 'almendra') },
  };
  const told = renderEmail(
    getDefaultTemplate('order_confirmation', language),
    orderEmailValues(shop, order, { ...options, products: [withAllergens] }),
    { language, publicUrl },
  );
  const words = localized('Contains: wheat, tree nuts (almond)', 'Contiene: trigo, nueces de árbol (almendra)');
  for (const part of [told.html, told.text]) expect(part.split(words[language])).toHaveLength(2);
  const untold = renderEmail(
    getDefaultTemplate('order_confirmation', language),
    orderEmailValues(shop, order, options),
    {
      language,
      publicUrl,
    },
  );
  expect(untold.text).not.toContain(emailWords.contains[language]);
});
