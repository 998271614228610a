/** A text, or a message: a message follows the language while the toast is shown. */
type Text = string | (() => string);
/** A short message at the edge of the window; the specification, 9, fixes the numbers. */
export type ToastMessage = {
  title: Text;
  description?: Text;
  variant?: 'default' | 'destructive';
  /** The page says the same in full beside it: where there is little room the end of the description is cut off. */
  isRepeated?: boolean;
};
export type ShownToast = ToastMessage & { id: number; open: boolean };

/** Leads to the region of toasts; a key's `code`. */
export const TOAST_HOTKEY = 'F8';
export const TOAST_DURATION_MS = 5000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

let shown: ShownToast | null = null;
let nextId = 1;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Raises a toast from anywhere; the one before it, if still there, makes room: one is visible at a time. */
export function toast(message: ToastMessage): void {
  clearTimeout(removal);
  show({ ...message, id: nextId++, open: true });
}

/** Closes the toast; it leaves the document after the specified delay or when the next one comes. */
export function dismissToast(id: number): void {
  if (shown?.id !== id || !shown.open) return;
  show({ ...shown, open: false });
  clearTimeout(removal);
  removal = setTimeout(() => show(null), TOAST_REMOVE_DELAY_MS);
}

/** Closes whatever is shown: what it spoke of is over. */
export function dismissToasts(): void {
  if (shown) dismissToast(shown.id);
}

/** The text in the language of the moment. */
export function textOf(text: Text): string {
  return typeof text === 'string' ? text : text();
}

export function currentToast(): ShownToast | null {
  return shown;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
