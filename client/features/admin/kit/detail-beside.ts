/** Details that stand beside their list. */
let shown = 0;

/**
 * Runs `change` once the next frame is on the screen. To lay out the rows of a list takes longer than to show or hide its
 * detail, which is what was asked for. Changes run in the order in which they came.
 */
export function afterPaint(change: () => void): void {
  requestAnimationFrame(() => setTimeout(change));
}

/** Has the list make room for its detail. @returns gives the room back, unless another detail has come by then */
export function showBeside(): () => void {
  shown += 1;
  afterPaint(update);
  return () => {
    shown -= 1;
    afterPaint(update);
  };
}

const update = () => document.documentElement.classList.toggle('has-detail', shown > 0);
