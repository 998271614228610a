import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLACEHOLDERS } from '#shared/emails/emails.ts';
import { type EmailValues, fillPlaceholders, renderSubject } from './placeholders.ts';

const names = PLACEHOLDERS.order_confirmation.filter((name) => name !== 'orderItems');
/** Text that would have effects if it were parsed twice. */
const anyValue = fc.oneof(
  fc.constantFrom(
    '{{customerName}}',
    '{{ email }}',
    '{{',
    '}}',
    '{{orderItems}}',
    '$&',
    '$1',
    '$`',
    '{{constructor}}',
    '',
  ),
  fc.string({ unit: 'grapheme-composite', maxLength: 20 }).filter((text) => !/\p{Cc}/u.test(text)),
);
const anyValues = fc.record(Object.fromEntries(names.map((name) => [name, anyValue])), { requiredKeys: [] });

type Piece = { text: string } | { name: string; blanks: string };
const anyPiece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ text: fc.string({ maxLength: 10 }).map((text) => text.replace(/[{}]/g, '')) }),
  fc.record({
    name: fc.constantFrom<string>(...names, 'constructor', '__proto__', 'toString', 'nothingOfOurs'),
    blanks: fc.constantFrom('', ' ', '\t'),
  }),
);

test('3,000 templates: each placeholder becomes its value, once, and everything else stays as it is (E4)', () => {
  const check = fc.property(fc.array(anyPiece, { maxLength: 12 }), anyValues, (pieces, record) => {
    const values = record as EmailValues;
    const spelled = (piece: Piece) =>
      'text' in piece ? piece.text : `{{${piece.blanks}${piece.name}${piece.blanks}}}`;
    const filled = (piece: Piece) =>
      'name' in piece && Object.hasOwn(values, piece.name) ? String(values[piece.name as 'email']) : spelled(piece);
    const template = pieces.map(spelled).join('');
    const same = (text: string) => text;
    const unseen = /[\u202a-\u202e\u2066-\u2069]/g;
    const expected = pieces
      .map((piece) => ('name' in piece ? filled(piece).replace(unseen, '') : filled(piece)))
      .join('');
    expect(fillPlaceholders(template, values, { literal: same, value: same })).toBe(expected);
    // Marks values, so that they can be distinguished from the owner's text.
    const marked = fillPlaceholders(template, values, { literal: () => '', value: (_text, name) => `<${name}>` });
    const known = pieces.flatMap((piece) =>
      'name' in piece && Object.hasOwn(values, piece.name) ? `<${piece.name}>` : [],
    );
    expect(marked).toBe(known.join(''));
  });
  fc.assert(check, { numRuns: 3_000 });
});

test('3,000 subjects are one line of a bounded length, whatever the values hold (E6)', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 400 });
  const check = fc.property(fc.array(anyPiece, { maxLength: 8 }), anyText, (pieces, text) => {
    const template = pieces.map((piece) => ('text' in piece ? piece.text : `{{${piece.name}}}`)).join('');
    const subject = renderSubject(template, Object.fromEntries(names.map((name) => [name, text])));
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect([...subject].length).toBeLessThanOrEqual(250);
  });
  fc.assert(check, { numRuns: 3_000 });
});
