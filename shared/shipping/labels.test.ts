import { expect, test } from 'vitest';
import { hasMoved, itemsWithoutLabel, type LabelState, unusedLabels } from './labels.ts';

const parcel = (trackingNumber: string, state: string) => ({ kind: 'parcel', detail: { trackingNumber, state } });

test('items without a label are those that are in no labelled parcel', () => {
  const items = [
    { id: 'a', quantity: 5 },
    { id: 'b', quantity: 2 },
  ];
  const having = (...parcels: { id: string; quantity: number }[][]) =>
    itemsWithoutLabel(
      items,
      parcels.map((packed) => ({ items: packed })),
    );
  expect(itemsWithoutLabel(items, [])).toEqual(items);
  expect(itemsWithoutLabel(items, [{ items: null }])).toEqual([]);
  expect(having([{ id: 'a', quantity: 3 }], [{ id: 'a', quantity: 1 }])).toEqual([{ id: 'a', quantity: 1 }, items[1]]);
  // A unit that was refunded after its label was bought.
  expect(having([{ id: 'a', quantity: 6 }])).toEqual([items[1]]);
});

test('labels are unused until a carrier has one of their parcels, or the order gets another number', () => {
  const label = (trackingNumber: string, state: LabelState = 'bought') => ({ trackingNumber, state });
  const labels = [label('1'), label('0', 'voided'), label('2')];
  const unused = [labels[0], labels[2]];
  expect(unusedLabels(labels, null, [])).toEqual(unused);
  expect(unusedLabels(labels, '1, 2', [parcel('1', 'accepted'), parcel('0', 'transit')])).toEqual(unused);
  expect(unusedLabels(labels, '1, 2', [parcel('2', 'transit')])).toEqual([]);
  expect(unusedLabels(labels, '1, 2, 3', [])).toEqual([]);
});

test('an order has moved when one of its parcels has moved', () => {
  expect(hasMoved([parcel('2', 'transit')], '1, 2')).toBe(true);
  expect(hasMoved([parcel('2', 'accepted'), parcel('3', 'transit')], '1, 2')).toBe(false);
  expect(hasMoved([parcel('2', 'transit')], null)).toBe(false);
});
