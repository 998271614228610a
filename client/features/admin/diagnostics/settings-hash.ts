import type { SettingsGroup } from '#shared/admin/shop-settings.ts';

/** The group of settings that a check looks at. */
const GROUPS: Readonly<Record<string, SettingsGroup>> = {
  payment: 'payment',
  webhook: 'payment',
  mail: 'mail',
  owner_mail: 'mail',
  sender: 'mail',
  tax: 'tax',
  shipping: 'shipping',
  backups: 'backup',
  address: 'address',
};

export const settingsGroup = (check: string): SettingsGroup | undefined => GROUPS[check];

/** Where on the settings screen a check's group is; `undefined` for a check without one. */
export const settingsHash = (check: string): string | undefined =>
  check in GROUPS ? `#settings-${GROUPS[check]}` : undefined;
