import { createStoredValue } from '../../../lib/stored-value.ts';

/** Single-key shortcuts can be switched off, as people with voice control need it (WCAG 2.1.4). */
export const singleKeys = createStoredValue({
  key: 'admin_single_keys',
  area: 'local',
  initial: true,
  read: (text) => JSON.parse(text ?? 'true') !== false,
});

/** Opens the global search from a component that does not know it. */
export const FIND_EVENT = 'admin-find';
export const SHORTCUTS_EVENT = 'admin-shortcuts';

/** Opens the sheet of shortcuts, also while single keys are off. */
export function openShortcuts(): void {
  dispatchEvent(new Event(SHORTCUTS_EVENT));
}

/** Whether a key press is a shortcut: a single key outside of fields and dialogs, and not switched off. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
  const isFree = !isTyping(event.target) && !document.documentElement.classList.contains('has-modal');
  return isAlone && isFree && singleKeys.get();
}

const TEXTLESS = /^(button|checkbox|radio|range|color|file|image|reset|submit)$/;

/** Whether keys belong to the focused control, which takes text or selects by letters. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TEXTLESS.test(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}
