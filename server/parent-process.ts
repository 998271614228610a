const LOOK_EVERY_MS = 500;

/**
 * Calls `onGone` once when the parent process has ended. npm sends a signal to the shell of its script, and some shells
 * (dash is Debian's `sh`) end without passing it on. Without this check the program would keep running and hold its
 * port.
 *
 * @param readParent the current parent's process id; it changes when the parent ends, except on Windows
 */
export function watchParent(onGone: () => void, readParent: () => number = () => process.ppid): void {
  const parent = readParent();
  const timer = setInterval(() => {
    if (readParent() === parent) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
}
