import * as m from '#messages';
import type { SetupCheck } from '#shared/admin/diagnostics.ts';
import { adminPath } from '#shared/admin/paths.ts';
import type { SettingsGroupState } from '#shared/admin/shop-settings.ts';
import { settingsGroup, settingsHash } from './settings-hash.ts';

type Place = readonly [path: string, name: () => string];
export type Step = Pick<SetupCheck, 'id' | 'title' | 'text' | 'todo'> & { place: Place; isDone: boolean };
export const SHOP_PATH = '/shop';
const SETTINGS: Place = [adminPath('settings'), m.admin_screen_settings];
const group = (check: string): Place => [`${SETTINGS[0]}${settingsHash(check)}`, SETTINGS[1]];

/** What a new shop needs before it sells, in order: checks by their id, and where each is done. */
const STEPS: readonly (readonly [check: string, place: Place])[] = [
  ['products', [adminPath('products'), m.admin_screen_products]],
  ['brand', [adminPath('site', { open: 'facts' }), m.admin_facts_title]],
  ['look', [adminPath('site', { open: 'look' }), m.admin_look_title]],
  ['policies', [adminPath('site'), m.admin_screen_site]],
  ['texts', [adminPath('site', { open: 'texts' }), m.admin_screen_site]],
  ['shipping', [adminPath('site', { open: 'shipping-rules' }), m.admin_shipping_title]],
  ['payment', group('payment')],
  ['webhook', group('webhook')],
  ['mail', group('mail')],
  ['address', group('address')],
  ['password', [`${adminPath('account')}#password`, m.admin_screen_account]],
  ['backups', group('backups')],
];

const testOrder = (): Omit<Step, 'isDone'> => ({
  id: 'order',
  title: m.admin_first_order(),
  text: m.admin_first_order_text(),
  todo: null,
  place: [SHOP_PATH, m.admin_first_order_place],
});

/**
 * The steps with their state. One is done when its check finds nothing to do and, where settings are set, a trial of
 * them has worked.
 */
export function stepsOf(
  checks: readonly SetupCheck[],
  groups: readonly SettingsGroupState[],
  hasOrder: boolean,
): Step[] {
  const checked = STEPS.flatMap(([check, usualPlace]): Step[] => {
    const found = checks.find((each) => each.id === check);
    if (!found) return [];
    const own = groups.find((each) => each.group === settingsGroup(check));
    const isSet = own?.fields.some(({ from }) => from !== null) ?? false;
    const place = isSet ? group(check) : usualPlace;
    if (found.state !== 'ok') return [{ ...found, place, isDone: false }];
    return [{ ...found, place, isDone: !isSet || own?.triedAt !== null, text: m.admin_first_untried(), todo: null }];
  });
  return [...checked, { ...testOrder(), isDone: hasOrder }];
}
