const LOOK_EVERY_MS = 500;

/**
 * Calls `onGone` once when the parent process has ended. npm gives a signal to the shell of its script, and some shells
 * (dash is Debian's `sh`) end without passing it on; the program would go on by itself and hold its port.
 *
 * @param readParent the parent's process id at the moment; it changes when the parent ends, except on Windows
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
