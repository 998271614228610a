import type { ComponentType } from 'react';
import type { AdminScreenId } from '#shared/admin/paths.ts';

/** Initial values of the store dialog when it is opened from an inquiry. */
export type StorePrefill = { name: string; address: string; storeType: string };

/** What the shell offers to every screen, and the dashboard to its tabs. */
export type ScreenProps = {
  /** Opens the form of a new store, filled in. */
  onAddToMap: (prefill: StorePrefill) => void;
  /** The content of another screen, for the dashboard's tabs. */
  contentOf: (id: AdminScreenId) => ComponentType<ScreenProps>;
};
