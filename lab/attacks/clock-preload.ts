import { readFileSync } from 'node:fs';

/*
 * Loaded with `node --import`: shifts the time of day of a program and its threads by the milliseconds in the file
 * `CLOCK_FILE`. The monotonic clock continues, as when a real clock is set.
 */
const RealDate = Date;
const file = process.env.CLOCK_FILE ?? '';
const LOOK_MS = 20;
let [offsetMs, lookedAt] = [0, Number.NEGATIVE_INFINITY];

function now(): number {
  if (performance.now() - lookedAt > LOOK_MS) {
    offsetMs = Number(readFileSync(file, 'utf8'));
    lookedAt = performance.now();
  }
  return RealDate.now() + offsetMs;
}

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
