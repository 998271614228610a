import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorTexts, issueTexts } from '#brand/texts/tables.ts';
import { MIN_ORDER_CENTS } from '#shared/checkout/limits.ts';
import { readIssue } from '#shared/core/issue.ts';
import { formatPrice } from '#shared/core/money.ts';
import { ERROR_CODES, errorText } from './errors.ts';

const en: Record<string, string> = { ...errorTexts.en, ...issueTexts.en };
const es: Record<string, string> = { ...errorTexts.es, ...issueTexts.es };
const words: Record<string, Record<string, string>> = { en, es };

test('every error code has a text in both languages', () => {
  const missing = ERROR_CODES.flatMap((code) =>
    Object.entries(words).flatMap(([language, table]) => (table[code]?.trim() ? [] : [`${language} ${code}`])),
  );
  expect(missing).toEqual([]);
});

test('both languages have the same codes and the same placeholders', () => {
  expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
  const places = (text: string | undefined) => (text ?? '').match(/\{\w+\}/g)?.sort() ?? [];
  for (const code of Object.keys(en)) expect(places(words.es?.[code])).toEqual(places(words.en?.[code]));
});

/** Invalid input of people and programs. Every schema and every field gets all of it. */
const BAD: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'a',
  '@',
  '1234',
  'x\u0000y',
  'x'.repeat(70_000),
  0,
  -1,
  1.5,
  1e308,
  100,
  true,
  {},
  [],
  [{ id: '', quantity: 0 }],
  [
    { id: 'box40', quantity: 99 },
    { id: 'box40', quantity: 1 },
  ],
  Array.from({ length: 50 }, () => ({ id: 'box40', quantity: 1 })),
];

test('every validation issue of the shared schemas has a text in both languages', async () => {
  const issues = new Set<string>();
  const feed = (schema: z.core.$ZodType) => {
    for (const bad of BAD) {
      const result = z.safeParse(schema, bad);
      for (const issue of result.error?.issues ?? []) {
        // Issues without a code of their own get a generic text, as in the error handler.
        const { code } = readIssue(issue.message);
        issues.add(/^[a-z_]+$/.test(code) ? code : 'invalid');
      }
    }
    if (schema instanceof z.ZodMiniObject)
      for (const field of Object.values(schema.shape)) feed(field as z.core.$ZodType);
  };
  for (const file of globSync('shared/**/*.ts').filter((name) => !name.includes('.test.'))) {
    const module = (await import(resolve(file))) as Record<string, unknown>;
    // Answers are built by the server, so their schemas need no text for readers.
    const inputs = Object.entries(module).filter(([name]) =>
      /(?:InputSchema|QuerySchema|Field|addressSchema)$/i.test(name),
    );
    for (const [, schema] of inputs) if (schema instanceof z.core.$ZodType) feed(schema);
  }
  expect(issues).toContain('phone_too_short');
  const missing = [...issues].flatMap((issue) =>
    Object.entries(words).flatMap(([language, table]) => (table[`issue_${issue}`] ? [] : [`${language} ${issue}`])),
  );
  expect(missing).toEqual([]);
});

test('texts are those of the specification', () => {
  const sentences: Record<string, string> = {
    minimum_order: 'Minimum order amount is $0.50',
    rates_failed: 'Failed to calculate shipping rates',
    payment_provider_failed: 'Failed to create payment session',
    login_failed: 'Invalid password. Please try again.',
    issue_invalid_email: 'Invalid email address',
    issue_phone_too_short: 'Phone number must be at least 10 digits',
    issue_zip_too_short: 'ZIP code must be at least 5 digits',
  };
  for (const [code, sentence] of Object.entries(sentences))
    expect(errorText(code, 'en', { amount: formatPrice(MIN_ORDER_CENTS, 'en') })).toBe(sentence);
});
