/** How many details are shown beside their list. */
let shown = 0;

/**
 * Runs `change` after the next frame is painted. Laying out a list's rows takes longer than showing or hiding the
 * detail, which the owner asked for. Changes run in order.
 */
export function afterPaint(change: () => void): void {
  requestAnimationFrame(() => setTimeout(change));
}

/** Makes the list leave room for its detail. @returns restores the list, unless another detail has opened since */
export function showBeside(): () => void {
  shown += 1;
  afterPaint(update);
  return () => {
    shown -= 1;
    afterPaint(update);
  };
}

const update = () => document.documentElement.classList.toggle('has-detail', shown > 0);
