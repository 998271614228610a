import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ShipResult } from './api.ts';

const NUMBERS = 'li input';
/** A field that takes the focus brings up a phone's keyboard, which covers half of the lines. */
const HAS_KEYS = '(hover: hover) and (pointer: fine)';

type Options = { isSaving: boolean; results: ReadonlyMap<string, ShipResult> };

/**
 * The grid by keys, as in a spreadsheet: it begins in the first number; Enter and the down arrow go to the next line's, the up
 * arrow to the one before, the right arrow from the end of a number to its carrier, and Ctrl or ⌘ with Enter saves. When the
 * lines are saved, the focus is on the first that was not, or on what closes the grid.
 */
export function useShipKeys({ isSaving, results }: Options) {
  const form = useRef<HTMLFormElement>(null);
  const numbers = () => [...(form.current?.querySelectorAll<HTMLInputElement>(NUMBERS) ?? [])];

  useEffect(() => {
    if (matchMedia(HAS_KEYS).matches) form.current?.querySelector<HTMLElement>(NUMBERS)?.focus();
  }, []);
  useEffect(() => {
    if (isSaving || results.size === 0) return;
    // What had the focus may be gone with its line, or disabled.
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
      // React also bubbles keys from a question over the grid (portals).
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
      // A scanner ends each number with Enter: after the last one nothing is saved by it.
      else if (key === 'Enter' || key === 'ArrowDown') fields[at + 1]?.focus();
      else return;
      event.preventDefault();
    },
  };
}
