import { type ComponentType, createElement } from 'react';
import type { Summary } from '#shared/admin/admin.ts';
import type { AdminScreenId } from '#shared/admin/paths.ts';
import type { Role } from '#shared/admin/staff.ts';
import type { Today } from '#shared/admin/today.ts';
import type { AdminIconName } from './admin-icons.tsx';
import { lazyPanel } from './lazy.tsx';
import { Skeleton } from './load-states.tsx';

/** The totals from which the rail takes its counts. */
export type WaitingCounts = Summary & Today;

/** Initial values of the store dialog when it is opened from an inquiry. */
export type StorePrefill = { name: string; address: string; storeType: string; inquiryId: string };

/** What the desk offers to every screen, and the dashboard to its tabs. */
export type ScreenProps = {
  /** Opens the form of a new store, filled in. */
  onAddToMap: (prefill: StorePrefill) => void;
  /** The content of another screen, for the dashboard's tabs; `null` if whoever is signed in does not have it. */
  contentOf: (id: AdminScreenId) => ComponentType<ScreenProps> | null;
};

/** A screen as its folder's `screen.ts` describes it. Its path is in shared/admin/paths.ts, since the server answers it. */
export type AdminScreen = {
  /** In the rail, in the heading and in the title of the browser's tab. */
  label: () => string;
  icon: AdminIconName;
  /** Who has it; the owner alone without. */
  roles?: readonly Role[];
  /** Who may open its rows, if they are not all of these. */
  rowRoles?: readonly Role[];
  Content: ComponentType<ScreenProps>;
  /** The screen that leads to it, in whose place of the rail it is. */
  isBelow?: AdminScreenId;
  /** Where the heading and the tab's title differ from the label. */
  heading?: () => string;
  title?: () => string;
  /** How many of its rows wait for the owner; shown beside the label and in the title. */
  waiting?: (counts: WaitingCounts) => number;
  /** Keys of its reads, refreshed after the owner's changes elsewhere; those of the site are `contentKeys`. */
  keys?: readonly (readonly string[])[];
};

/** The content of a screen, loaded when the screen is opened. */
export const lazyScreen = (fetchCode: () => Promise<{ default: ComponentType<ScreenProps> }>) =>
  lazyPanel(fetchCode, createElement(Skeleton));
