/** What the store dialog begins with when it comes from an inquiry. */
export type StorePrefill = { name: string; address: string; storeType: string };

/** What every tab may ask of the dashboard around it. */
export type TabProps = {
  /** Opens the form of a new store, filled in. */
  onAddToMap: (prefill: StorePrefill) => void;
};

/** What every screen beside the tabs may ask of the dashboard. */
export type ScreenProps = {
  /** Back to the tabs, as they were left. */
  onBack: () => void;
};
