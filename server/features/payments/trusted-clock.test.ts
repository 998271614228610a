import { expect, test } from 'vitest';
import { TestClock } from '#test/app.ts';
import { TrustedClock } from './trusted-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** In whole minutes, because a test clock continues during the test. */
const minutes = (ms: number) => Math.floor(ms / MINUTE);

test('an age is that of the time of day while both clocks agree', () => {
  const clock = new TestClock();
  const trusted = new TrustedClock(clock);
  clock.advance(HOUR);
  const began = clock.now();
  clock.advance(30 * MINUTE);
  expect(minutes(trusted.ageMs(began))).toBe(30);
});

test.each([DAY, -DAY])('after the time of day was set by %i ms an age counts from then (F9)', (jump) => {
  const clock = new TestClock();
  const trusted = new TrustedClock(clock);
  const began = clock.now();
  clock.advance(HOUR);
  clock.set(jump);
  expect(minutes(trusted.ageMs(began))).toBe(0);
  clock.advance(2 * HOUR);
  expect(minutes(trusted.ageMs(began))).toBe(120);
  // After correcting the clock it counts again, and again ends in time.
  clock.set(-jump);
  expect(minutes(trusted.ageMs(began))).toBe(0);
  clock.advance(5 * HOUR);
  expect(minutes(trusted.ageMs(began))).toBe(300);
});

test('an event before the process is at most as old as the process, whose clock may have differed', () => {
  const clock = new TestClock();
  const began = clock.now();
  clock.advance(DAY);
  const trusted = new TrustedClock(clock);
  expect(minutes(trusted.ageMs(began))).toBe(0);
  clock.advance(2 * HOUR);
  expect(minutes(trusted.ageMs(began))).toBe(120);
});
