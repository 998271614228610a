import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ShipResult } from './api.ts';

const NUMBERS = 'li input';
/** Not on touch devices: a focused field opens the keyboard, which covers half of the lines. */
const HAS_KEYS = '(hover: hover) and (pointer: fine)';

type Options = { isSaving: boolean; results: ReadonlyMap<string, ShipResult> };

/**
 * Keyboard control as in a spreadsheet, starting in the first number. Enter and the down arrow go to the next line's
 * number, the up arrow to the previous one. The right arrow at the end of a number goes to its carrier. Ctrl or ⌘ with
 * Enter saves. After saving, the focus is on the first line that failed, or on the button that closes the grid.
 */
export function useShipKeys({ isSaving, results }: Options) {
  const form = useRef<HTMLFormElement>(null);
  const numbers = () => [...(form.current?.querySelectorAll<HTMLInputElement>(NUMBERS) ?? [])];

  useEffect(() => {
    if (matchMedia(HAS_KEYS).matches) form.current?.querySelector<HTMLElement>(NUMBERS)?.focus();
  }, []);
  useEffect(() => {
    if (isSaving || results.size === 0) return;
    // The focused element may be gone with its line, or disabled.
    const focused = document.activeElement;
    if (form.current?.contains(focused) && !focused?.matches(':disabled')) return;
    form.current?.querySelector<HTMLElement>(`${NUMBERS}, [data-end]`)?.focus();
  }, [isSaving, results]);

  return {
    form,
    focusNumber: (name: string) =>
      numbers()
        .find((field) => field.name === name)
        ?.focus(),
    onKey(event: KeyboardEvent): void {
      const { key, target, currentTarget } = event;
      // React also bubbles keys from a dialog over the grid (portals).
      if (!currentTarget.contains(target as Node)) return;
      if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        if (!event.repeat) currentTarget.querySelector<HTMLElement>('[type="submit"]:enabled')?.click();
        return;
      }
      const fields = numbers();
      const at = fields.indexOf(target as HTMLInputElement);
      const field = fields[at];
      if (!field || event.altKey || event.shiftKey) return;
      if (key === 'ArrowRight') {
        if (field.selectionStart !== field.value.length) return;
        field.parentElement?.querySelector('select')?.focus();
      } else if (key === 'ArrowUp') fields[at - 1]?.focus();
      // A scanner ends each number with Enter, so Enter in the last one must not save.
      else if (key === 'Enter' || key === 'ArrowDown') fields[at + 1]?.focus();
      else return;
      event.preventDefault();
    },
  };
}
