/** Set by a component with unsaved changes: asks, and continues only if the owner discards them. */
let guard: ((goOn: () => void) => void) | null = null;

export function setLeaveGuard(next: ((goOn: () => void) => void) | null): void {
  guard = next;
}

/** Continues at once, or after the owner has discarded unsaved changes. */
export function askToLeave(goOn: () => void): void {
  if (guard) guard(goOn);
  else goOn();
}
