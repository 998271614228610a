/** Set by the part that has unsaved changes: asks, and goes on only if the owner lets them go. */
let guard: ((goOn: () => void) => void) | null = null;

export function setLeaveGuard(next: ((goOn: () => void) => void) | null): void {
  guard = next;
}

/** Goes on at once, or after the owner has let unsaved changes go. */
export function askToLeave(goOn: () => void): void {
  if (guard) guard(goOn);
  else goOn();
}
