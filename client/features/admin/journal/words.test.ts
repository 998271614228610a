import { afterEach, expect, test } from 'vitest';
import { type JournalLine, MASKED } from '#shared/admin/journal.ts';
import { startLanguage } from '../../../lib/language.ts';
import type { ThingNames } from '../publishing/use-thing-names.ts';
import { changesOf, sentenceOf, subjectOf } from './words.ts';

const names: ThingNames = { product: () => 'Box of 40', story: () => undefined, fill: (text) => text };
const ORDER = '3f2a9b10-7a0e-4c62-8d7c-1f6b3a6de001';

const aLine = (changes: Partial<JournalLine>): JournalLine => ({
  ...{ id: '1', at: '2026-11-28T12:00:00Z', staff: { id: 'ana', name: 'Ana' }, call: 'PATCH /x', record: null },
  ...{
    action: 'update',
    area: 'orders',
    subject: { kind: 'order', id: ORDER, name: '#1042' },
    before: null,
    after: null,
  },
  ...changes,
});
const price = aLine({
  area: 'products',
  subject: { kind: 'product', id: 'box40', name: 'Box' },
  before: { priceCents: 2199 },
  after: { priceCents: 2299 },
});

afterEach(() => startLanguage('en'));

test('a change of one field says both values', () => {
  expect(sentenceOf(price, names)).toBe('Ana changed Box of 40. Price: $21.99 → $22.99');
  startLanguage('es');
  expect(sentenceOf(price, names)).toMatch(/^Ana cambió Box of 40\. Precio.*: \$21[.,]99 → \$22[.,]99$/);
});

test('columns, money, statuses and what has no words of its own', () => {
  const line = aLine({
    before: { status: 'pending', refunded_amount: 0, tracking_number: null },
    after: { status: 'shipped', refunded_amount: 1.5, tracking_number: '1Z', new_column: { a: 1 }, restock: true },
  });
  expect(changesOf(line, names)).toEqual([
    { field: 'Status', from: 'Pending', to: 'Shipped' },
    { field: 'Refunded', from: '$0.00', to: '$1.50' },
    { field: 'Tracking number', from: 'none', to: '1Z' },
    { field: 'New column', from: 'none', to: '{"a":1}' },
    { field: 'Back in stock', from: 'none', to: 'set' },
  ]);
  expect(sentenceOf(line, names)).toMatch(/^Ana changed order 3F2A9B10\. Status, Refunded, /);
  expect(subjectOf(line, names)?.path).toContain(ORDER);
});

test('drafts, stock, secrets, sign-ins and people without a name', () => {
  const product = { area: 'products', subject: { kind: 'product', id: 'box40', name: '' } } as const;
  const draft = aLine({ ...product, action: 'insert', after: { draft: { priceCents: 2299 } } });
  expect(sentenceOf(draft, names)).toBe('Ana saved a draft of Box of 40. Price');
  expect(sentenceOf({ ...draft, before: draft.after, after: null }, names)).toBe(
    'Ana discarded the draft of Box of 40',
  );
  const stock = aLine({ ...product, before: { on_hand: 5 }, after: { on_hand: 7 } });
  expect(sentenceOf(stock, names)).toBe('Ana changed Box of 40. On hand: 5 → 7');
  const password = { kind: 'setting', id: 'admin_password', name: '' };
  const changed = aLine({ area: 'settings', subject: password, before: { value: MASKED }, after: { value: MASKED } });
  expect(sentenceOf(changed, names)).toContain('the password of the admin. Value: ••• → •••');
  const tried = { subject: null, area: 'sessions', staff: { id: '', name: '' }, call: null } as const;
  const refused = aLine({ ...tried, action: 'sign_in_refused', after: { device: null, address: '192.0.2.1' } });
  expect(sentenceOf(refused, names)).toBe('Somebody tried to sign in and was refused · unknown device, 192.0.2.1');
  expect(sentenceOf(aLine({ ...tried, action: 'sign_out', staff: { id: 'owner', name: '' } }), names)).toBe(
    'The owner signed out',
  );
});

test('a value of content that was cut is shown as it is', () => {
  const cut = aLine({
    area: 'products',
    subject: { kind: 'product', id: 'box40', name: '' },
    before: { nutrition: '{"servingSize": …' },
    after: { nutrition: { servingSize: '1 oz' } },
  });
  expect(changesOf(cut, names)).toHaveLength(1);
});
