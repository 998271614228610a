/**
 * Unsaved input of an admin form, by the form's key. It is kept in this tab's session storage: it survives Escape, a
 * reload and an expired session. It is deleted with the tab and on logout, including a logout in another tab.
 */
export type Draft<Values> = {
  values: Values;
  /** The part of the record that the form edits, as of when typing began. */
  seen: Snapshot;
  version: number;
};
/** The part of a record that a form edits, in comparable form. */
export type Snapshot = Readonly<Record<string, string>>;

const PREFIX = 'admin_draft:';
const LOGOUT_MARK = 'admin_logout';
/** For browsers that forbid storage. */
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

/** A logout deletes everything, because the next person at this browser must not read it. */
export function forgetDrafts(): void {
  forgetHere();
  try {
    localStorage.setItem(LOGOUT_MARK, String(Date.now()));
  } catch {
    // Without storage, other tabs have none either.
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
