import { errorText } from '#server/errors.ts';
import type { CheckResult, DiagnosticsDeps } from './check-result.ts';

/** Settings stored in the admin that the current key cannot decrypt; `null` when there are none. */
export function checkSettings({ config }: DiagnosticsDeps): CheckResult | null {
  if (config.unreadable.length === 0) return null;
  const groups = config.unreadable.map((group) => errorText(`settings_group_${group}`, config.ownerLanguage));
  return { check: 'settings', state: 'fault', code: 'settings_unreadable', values: { groups: groups.join(', ') } };
}
