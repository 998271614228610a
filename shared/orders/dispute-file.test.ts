import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVIDENCE_FIELDS, type Evidence, fitEvidence, MAX_EVIDENCE, MAX_EVIDENCE_FIELD } from './dispute-file.ts';

const CUT = '\n[cut]';

test('evidence within the limits stays unchanged, except for surrounding spaces and empty fields', () => {
  const evidence = { customer_name: ' Ana ', shipping_carrier: '', uncategorized_text: 'a\n\nb' };
  expect(fitEvidence(evidence, CUT)).toEqual({ customer_name: 'Ana', uncategorized_text: 'a\n\nb' });
});

test('a text of exactly the limit is complete, a longer one is marked as cut', () => {
  const whole = 'x'.repeat(MAX_EVIDENCE_FIELD);
  expect(fitEvidence({ product_description: whole }, CUT)).toEqual({ product_description: whole });
  const { product_description: cut = '' } = fitEvidence({ product_description: `${whole}y` }, CUT);
  expect([cut.length, cut.endsWith(CUT), cut.startsWith('xxx')]).toEqual([MAX_EVIDENCE_FIELD, true, true]);
});

test('no field and no sum exceeds the provider’s limits, and surrogate pairs stay whole', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.nat(50_000).map((length) => '🥭'.repeat(length)),
  );
  fc.assert(
    fc.property(fc.record(Object.fromEntries(EVIDENCE_FIELDS.map((field) => [field, text]))), (evidence) => {
      const lengths = Object.values(fitEvidence(evidence as Evidence, CUT)).map((fitted) => {
        expect(fitted.isWellFormed()).toBe(true);
        return fitted.length;
      });
      expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(MAX_EVIDENCE_FIELD);
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(MAX_EVIDENCE);
    }),
    { numRuns: 50 },
  );
});
