import { afterPaint } from '../../../lib/after-paint.ts';

/** How many details are shown beside their list. */
let shown = 0;

/**
 * Makes the list leave room for its detail. The detail, which the owner asked for, is painted first: laying out a
 * list's rows takes longer. @returns restores the list, unless another detail has opened since
 */
export function showBeside(): () => void {
  shown += 1;
  afterPaint(update);
  return () => {
    shown -= 1;
    afterPaint(update);
  };
}

const update = () => document.documentElement.classList.toggle('has-detail', shown > 0);
