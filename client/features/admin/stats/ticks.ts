/** Whole numbers from 0 to at least `max` in at most five round steps: 1, 2, 2.5 or 5 times a power of ten. */
export function ticksUpTo(max: number): number[] {
  let step = 1;
  for (let power = 1; step * 5 < max; power *= 10) {
    const steps = [power, 2 * power, 2.5 * power, 5 * power, 10 * power].filter(Number.isInteger);
    step = steps.find((each) => each * 5 >= max) ?? 10 * power;
  }
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step);
}
