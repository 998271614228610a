import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type {
  SettingsChange,
  SettingsGroup,
  SettingsGroupState,
  SettingsTrial,
  SettingsTry,
  ShopSettings,
} from '#shared/admin/shop-settings.ts';
import { ApiError, callApi } from '../../../../lib/api-client.ts';
import { toast } from '../../../../ui/toast.ts';
import { adminKeys } from '../../keys.ts';
import { useAction } from '../../kit/detail/use-action.ts';

const [PATH] = adminKeys.settings;

export function useShopSettings() {
  return useQuery<ShopSettings>({ queryKey: adminKeys.settings });
}

export function useSaveSettings(group: SettingsGroup, onDone: () => void) {
  const client = useQueryClient();
  return useAction({
    call: (payload: SettingsChange) => callApi<SettingsGroupState>(`${PATH}/${group}`, { method: 'PATCH', payload }),
    done: (saved) => {
      client.setQueryData<ShopSettings>(
        adminKeys.settings,
        (before) => before && { ...before, groups: before.groups.map((each) => (each.group === group ? saved : each)) },
      );
      toast({ title: m.admin_settings_saved(), description: m.admin_settings_saved_text() });
      onDone();
    },
    refresh: [adminKeys.settings, adminKeys.setup],
    isForm: true,
  });
}

export function useTrySettings(group: SettingsGroup) {
  return useAction({
    call: (payload: SettingsTry) => callApi<SettingsTrial>(`${PATH}/${group}/try`, { method: 'POST', payload }),
    refresh: [adminKeys.settings, adminKeys.setup],
  });
}

const DOUBTS: readonly unknown[] = ['settings_payments', 'settings_address'];

/** Whether the save was refused only because its effect is doubtful. */
export function isDoubtful(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 409) return false;
  try {
    return DOUBTS.includes(JSON.parse(error.body).code);
  } catch {
    return false;
  }
}
