import type { Page } from '@playwright/test';
import { ms, sumUp } from './report.ts';

/** Runs in the page. */
const OBSERVE = `
  window.keys = {};
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId) window.keys[entry.interactionId] = Math.max(window.keys[entry.interactionId] ?? 0, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
  }).observe({ type: 'longtask' });
`;

export const RESPONSE_HEADS = ['p50 ms', 'p98 ms', 'most ms', 'long tasks', 'longest ms'];

/** What the heads mean, for the text above a table. */
export const RESPONSE_WORDS = 'to the next picture (Event Timing, in steps of 8 ms; 16 stands for “at most 16”)';

/**
 * How long the page takes to answer presses and keys, as Interaction to Next Paint counts them.
 *
 * @param work does them and resolves to how many they were
 * @returns a row for `RESPONSE_HEADS`
 */
export async function measureResponses(page: Page, work: () => Promise<number>): Promise<(string | number)[]> {
  await page.evaluate(OBSERVE);
  const count = await work();
  // Two animation frames later the effect of the last one is on the screen and has been observed.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 300))))',
  );
  const { keys, longTasks } = (await page.evaluate('({ keys: Object.values(keys), longTasks })')) as {
    keys: number[];
    longTasks: number[];
  };
  // What was answered within 16 ms is not reported at all.
  const delays = [...keys, ...Array<number>(Math.max(0, count - keys.length)).fill(16)].toSorted((a, b) => a - b);
  const p98 = delays[Math.ceil(0.98 * delays.length) - 1] ?? 16;
  const { p50, max } = sumUp(delays);
  return [p50, p98, max, longTasks.length, longTasks.length > 0 ? ms(Math.max(...longTasks)) : '0'];
}

/** Processors on which a page is measured: how many times slower, and what to call it. */
export const SLOWDOWNS = [
  [1, 'as it is'],
  [4, '4 × slower, as a phone’s'],
] as const;

export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
