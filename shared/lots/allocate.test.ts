import { expect, test } from 'vitest';
import type { OrderLine } from '#shared/orders/lines.ts';
import { allocateLots, type LotToPack, piecesToPack } from './allocate.ts';

const TODAY = '2026-11-28';
const lot = (id: string, changes: Partial<LotToPack> = {}): LotToPack => ({
  id,
  productId: 'box40',
  madeOn: `2026-11-0${id.charCodeAt(0) - 96}`,
  bestBy: '2027-01-31',
  isOpen: true,
  isRecalled: false,
  left: null,
  ...changes,
});
const need = (quantity: number) => new Map([['box40', quantity]]);
const chosen = (lotId: string, quantity: number) => ({ lotId, productId: 'box40', quantity });
const taken = (...args: Parameters<typeof allocateLots>) =>
  allocateLots(...args).map(({ lotId, quantity }) => `${lotId} ${quantity}`);

test('the oldest open lot comes first, and what it lacks from the next', () => {
  const lots = [lot('b'), lot('a', { left: 2 })];
  expect(taken(need(2), [], lots, TODAY)).toEqual(['a 2']);
  expect(taken(need(5), [], lots, TODAY)).toEqual(['a 2', 'b 3']);
});

test('a closed, a recalled and a lot past its best-by day are never proposed', () => {
  const lots = [
    lot('a', { isOpen: false }),
    lot('b', { isRecalled: true }),
    lot('c', { bestBy: '2026-11-27' }),
    lot('d', { bestBy: TODAY }),
  ];
  expect(taken(need(1), [], lots, TODAY)).toEqual(['d 1']);
  expect(taken(need(1), [], lots.slice(0, 3), TODAY)).toEqual([]);
});

test('what was chosen stays, but not a recalled lot, and no more than the order has', () => {
  const lots = [lot('a'), lot('b', { isOpen: false }), lot('c', { isRecalled: true })];
  expect(taken(need(3), [chosen('b', 2)], lots, TODAY)).toEqual(['b 2', 'a 1']);
  expect(taken(need(1), [chosen('b', 2)], lots, TODAY)).toEqual(['b 1']);
  expect(taken(need(2), [chosen('c', 2)], lots, TODAY)).toEqual(['a 2']);
});

test('when all open lots are used up, the newest takes the rest', () => {
  const lots = [lot('a', { left: 0 }), lot('b', { left: 1 })];
  expect(taken(need(4), [], lots, TODAY)).toEqual(['b 4']);
});

test('the contents of an assortment are packed from the lots of their own products', () => {
  const line = { id: 'box40', quantity: 3, paidBack: 1, components: null } as OrderLine;
  const names = { en: '', es: '' };
  const mixed = { ...line, id: 'mixed', components: [{ id: 'box40', names, quantity: 2 }] } as OrderLine;
  expect([...piecesToPack([line, mixed])]).toEqual([['box40', 6]]);
});
