/**
 * Unsaved input of a form of the admin, by the form's key. It is kept in this tab's session storage: it survives
 * Escape, a reload and an expired session, and is deleted with the tab and with a logout, also with one in another tab.
 */
export type Draft<Values> = {
  values: Values;
  /** The part of the record that the form edits, as it was when typing began. */
  seen: Snapshot;
  version: number;
};
/** The part of a record that a form edits, in a form that can be compared. */
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

/** `null` deletes it. */
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

/** A logout deletes everything: the next person at this browser must not read it. */
export function forgetDrafts(): void {
  forgetHere();
  try {
    localStorage.setItem(LOGOUT_MARK, String(Date.now()));
  } catch {
    // Without storage there is nothing in other tabs either.
  }
}

function forgetHere(): void {
  inMemory.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

addEventListener('storage', ({ key }) => {
  if (key === LOGOUT_MARK) forgetHere();
});
