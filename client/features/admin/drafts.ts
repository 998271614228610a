/**
 * What was typed into a form of the admin and neither saved nor let go, by the form's key. It stands in this tab's session
 * storage: it outlives Escape, a reload and an ended session, and is gone with the tab and with a logout, also with one
 * in another tab.
 */
export type Draft<Values> = {
  values: Values;
  /** What of the record the form is about, as it was when typing began. */
  seen: Snapshot;
  version: number;
};
/** The parts of a record that a form is about, in a form that can be compared. */
export type Snapshot = Readonly<Record<string, string>>;

const PREFIX = 'admin_draft:';
const LOGOUT_MARK = 'admin_logout';
/** For browsers that allow no storage. */
const inMemory = new Map<string, string>();

export function readDraft<Values>(key: string): Draft<Values> | null {
  try {
    const text = inMemory.get(key) ?? sessionStorage.getItem(PREFIX + key);
    const draft: unknown = JSON.parse(text ?? 'null');
    return typeof draft === 'object' && draft !== null && 'values' in draft ? (draft as Draft<Values>) : null;
  } catch {
    return null;
  }
}

/** `null` lets it go. */
export function keepDraft<Values>(key: string, draft: Draft<Values> | null): void {
  const text = JSON.stringify(draft);
  inMemory.delete(key);
  try {
    if (draft) sessionStorage.setItem(PREFIX + key, text);
    else sessionStorage.removeItem(PREFIX + key);
  } catch {
    if (draft) inMemory.set(key, text);
  }
}

/** With a logout everything goes: the next person at this browser reads nothing. */
export function forgetDrafts(): void {
  forgetHere();
  try {
    localStorage.setItem(LOGOUT_MARK, String(Date.now()));
  } catch {
    // Then there is nothing in other tabs either.
  }
}

function forgetHere(): void {
  inMemory.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

addEventListener('storage', ({ key }) => {
  if (key === LOGOUT_MARK) forgetHere();
});
