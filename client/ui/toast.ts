import type { Text } from '../lib/text.ts';

/** A short message at the edge of the window (docs/specification.md#toasts). */
export type ToastMessage = {
  title: Text;
  description?: Text;
  variant?: 'default' | 'destructive';
};
export type ShownToast = ToastMessage & { id: number; open: boolean };

/** The `code` of the key that focuses the toasts. */
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

/** Shows a toast, which replaces the current one. */
export function toast(message: ToastMessage): void {
  clearTimeout(removal);
  show({ ...message, id: nextId++, open: true });
}

/** Closes the toast; it is removed from the document after a delay or when the next one appears. */
export function dismissToast(id: number): void {
  if (shown?.id !== id || !shown.open) return;
  show({ ...shown, open: false });
  clearTimeout(removal);
  removal = setTimeout(() => show(null), TOAST_REMOVE_DELAY_MS);
}

/** Closes the current toast, because its subject is outdated. */
export function dismissToasts(): void {
  if (shown) dismissToast(shown.id);
}

export function currentToast(): ShownToast | null {
  return shown;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
