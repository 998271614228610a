/**
 * Runs `change` after the next frame is painted: what answers a press comes into view first, then the longer work.
 * Changes run in order.
 */
export function afterPaint(change: () => void): void {
  requestAnimationFrame(() => setTimeout(change));
}
