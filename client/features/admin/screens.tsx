import type { ComponentType } from 'react';
import * as m from '#messages';
import { lazyPanel } from './lazy.tsx';
import { Skeleton } from './load-states.tsx';
import type { ScreenProps } from './slots.ts';

type AdminScreen = { label: () => string; Content: ComponentType<ScreenProps> };

/**
 * The screens beside the tabs, by their name in the url: `?screen=setup`. Other url parameters are kept, so that
 * leaving a screen returns to the same view. A new screen is an entry here and a folder beside this file.
 */
const adminScreens = {
  setup: {
    label: m.admin_setup_heading,
    Content: lazyPanel<ScreenProps>(() => import('./diagnostics/diagnostics-screen.tsx'), <Skeleton />),
  },
} satisfies Record<string, AdminScreen>;

export type ScreenId = keyof typeof adminScreens;

/** The screen of the url; `null` for the tabs. */
export function screenIn(search: string): (AdminScreen & { id: ScreenId }) | null {
  const id = new URLSearchParams(search).get('screen') ?? '';
  return Object.hasOwn(adminScreens, id) ? { id: id as ScreenId, ...adminScreens[id as ScreenId] } : null;
}

/** The link to a screen from the dashboard's current url. */
export function screenHref(id: ScreenId, search: string): string {
  const params = new URLSearchParams(search);
  params.set('screen', id);
  return `?${params}`;
}
