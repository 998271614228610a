import { expect, test } from 'vitest';
import type { SetupCheck, SetupState } from '#shared/admin/diagnostics.ts';
import type { SettingsGroup, SettingsGroupState } from '#shared/admin/shop-settings.ts';
import { stepsOf } from './steps.ts';

const check = (id: string, state: SetupState): SetupCheck => ({ id, state, title: id, text: 'is', todo: 'do' });
const group = (name: SettingsGroup, triedAt: string | null, isSet = true): SettingsGroupState => ({
  ...{ group: name, version: 1, isUnreadable: false, triedAt },
  fields: [{ name: 'x', setting: 'X', from: isSet ? 'admin' : null, value: null, ending: null }],
});
const stateOf = (checks: SetupCheck[], groups: SettingsGroupState[], hasOrder = false) =>
  Object.fromEntries(stepsOf(checks, groups, hasOrder).map(({ id, isDone }) => [id, isDone]));
const NOW = '2026-11-28T12:00:00.000Z';

test('a step whose settings are set is done when they were seen to work, not before', () => {
  const checks = ['mail', 'payment', 'shipping', 'backups'].map((id) => check(id, 'ok'));
  const groups = (triedAt: string | null) =>
    (['mail', 'payment', 'shipping', 'backup'] as const).map((name) => group(name, triedAt));
  const all = { mail: true, payment: true, shipping: true, backups: true, order: false };
  expect(stateOf(checks, groups(NOW))).toEqual(all);
  const none = Object.fromEntries(Object.keys(all).map((id) => [id, false]));
  expect(stateOf(checks, groups(null))).toEqual(none);
  const [untried] = stepsOf(checks, groups(null), false);
  expect([untried?.text, untried?.todo]).toEqual([expect.stringContaining('Try it'), null]);
});

test('a trial that has worked does not tick what its check finds wrong today', () => {
  for (const state of ['fault', 'warning'] as const) {
    expect(stateOf([check('mail', state)], [group('mail', NOW)])).toEqual({ mail: false, order: false });
  }
});

test('what works without settings needs no trial, and leads to its own screen; the last step is an order', () => {
  const [shipping] = stepsOf([check('shipping', 'ok')], [group('shipping', null, false)], false);
  expect([shipping?.isDone, shipping?.place[0]]).toEqual([true, '/admin/site/shipping-rules']);
  const [set, order] = stepsOf([check('shipping', 'ok')], [group('shipping', null)], true);
  expect([set?.isDone, set?.place[0], order?.isDone]).toEqual([false, '/admin/settings#settings-shipping', true]);
});
