/** Initial values of the store dialog when it is opened from an inquiry. */
export type StorePrefill = { name: string; address: string; storeType: string };

/** What the dashboard offers to every tab. */
export type TabProps = {
  /** Opens the form of a new store, filled in. */
  onAddToMap: (prefill: StorePrefill) => void;
};

/** What the dashboard offers to every screen beside the tabs. */
export type ScreenProps = {
  /** Returns to the tabs as they were left. */
  onBack: () => void;
};
