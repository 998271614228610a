import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test';
import { ensureBrowser } from '#test/browser.ts';
import { startProgram } from '#test/program.ts';
import { hydrated } from '../../e2e/hydrated.ts';
import { CARDS, NEW_YORK, shopper } from '../../e2e/shop-page.ts';
import { traceWork, type Work } from './press-trace.ts';
import { type Section, sumUp } from './report.ts';

const RUNS = 10;
const SLOWER = 4;
/** How long a finger stays on the glass. */
const PRESS_MS = 80;
/** Before and after it the page is left alone. */
const STILL_MS = 400;
/** How often, each 100 ms, an entry is waited for: on a busy machine it comes late. */
const PATIENCE = 15;
const STORES = 300;

type Shopper = ReturnType<typeof shopper>;
type Step = {
  name: string;
  /** What is pressed. */
  on: (page: Page, me: Shopper) => Locator;
  /** A key that is pressed there, in place of a finger. */
  key?: string;
  /** Before and after the press, not measured. */
  before?: (page: Page, me: Shopper) => Promise<unknown>;
  after?: (page: Page, me: Shopper) => Promise<unknown>;
};
type Journey = { path: string; steps: Step[] };

const LANGUAGE = ['language, first', 'language, again'].map(
  (name): Step => ({ name, on: (page) => page.locator('header button[lang]') }),
);
const MENU: Step[] = ['open the menu', 'close the menu'].map((name) => ({
  name,
  on: (page) => page.locator('[aria-controls="site-menu"]'),
}));
const seen = (find: (page: Page, me: Shopper) => Locator) => (page: Page, me: Shopper) =>
  find(page, me).first().waitFor();

const JOURNEYS: Journey[] = [
  { path: '/', steps: [...MENU, ...LANGUAGE] },
  { path: '/', steps: [{ name: 'add to cart', on: (page) => page.locator('[data-add]').first() }] },
  {
    path: '/product',
    steps: [{ name: 'open a question', on: (page) => page.locator('.faq summary').first() }, ...LANGUAGE],
  },
  {
    path: '/product/box-of-40-individual-sandwiches',
    steps: [
      { name: 'quantity', on: (page) => page.locator('[data-step="1"]') },
      {
        name: 'add to cart',
        on: (page) => page.locator('[data-add]').first(),
        after: seen((page) => page.locator('dialog[open]')),
      },
    ],
  },
  { path: '/product/box-of-40-individual-sandwiches', steps: LANGUAGE },
  {
    path: '/shop',
    steps: [
      { name: 'add to cart, first', on: (page) => page.locator('[data-add]').first() },
      { name: 'add to cart, again', on: (page) => page.locator('[data-add]').first() },
      ...LANGUAGE,
      {
        name: 'open the cart',
        before: (page) => page.reload().then(() => hydrated(page)),
        on: (page) => page.locator('[data-cart-bar] button').last(),
        after: seen((page) => page.locator('dialog[open]')),
      },
      { name: 'quantity', on: (page) => page.locator('dialog[open] li button').nth(1) },
      {
        name: 'Checkout',
        on: (page, me) => page.locator('dialog[open]').getByRole('button', { name: me.t.shop_checkout, exact: true }),
        after: seen((_, me) => me.heading(me.t.checkout_address_heading)),
      },
      { name: 'a letter', on: (page) => page.locator('#checkout-fullName'), key: 'a' },
      { name: 'address with errors', on: (_, me) => me.button(me.t.checkout_calculate) },
      {
        name: 'address',
        before: (_, me) => me.fillAddress(NEW_YORK),
        on: (_, me) => me.button(me.t.checkout_calculate),
        after: seen((_, me) => me.heading(me.t.checkout_shipping_heading)),
      },
      { name: 'another rate', on: (page) => page.locator('label:has([type=radio])').last() },
      { name: 'language', on: (page) => page.locator('header button[lang]') },
      { name: 'language back', on: (page) => page.locator('header button[lang]') },
      {
        name: 'shipping',
        on: (_, me) => me.button(me.t.checkout_continue),
        after: seen((_, me) => me.cardNumber),
      },
      {
        name: 'pay',
        before: (_, me) => me.fillCard(CARDS.good),
        on: (_, me) => me.payButton,
        after: seen((_, me) => me.heading(me.t.checkout_done_heading)),
      },
    ],
  },
  {
    path: '/wholesale',
    steps: [
      {
        name: 'a letter of the search',
        before: async (page) => {
          await page.locator('#stores').scrollIntoViewIfNeeded();
          await page.locator('#stores li button').first().waitFor();
        },
        on: (page) => page.locator('#stores [type=search]'),
        key: '3',
      },
      { name: 'a store', on: (page) => page.locator('#stores li button').nth(1) },
      { name: 'another store', on: (page) => page.locator('#stores li button').nth(2) },
      { name: 'more stores', on: (page) => page.locator('#stores ul ~ button') },
      { name: 'inquiry with errors', on: (page) => page.locator('#inquiry [type=submit]') },
      ...LANGUAGE,
    ],
  },
];

/** Times in milliseconds from a press to its paint, and what of it was waiting, the page's own work, and drawing. */
type Shown = { all: number; waiting: number; handling: number; drawing: number };

/** From each press to its paint, with a four times slower processor; and the processor time without that. */
export async function measurePresses({ paths }: { paths: string[] }): Promise<Section | null> {
  const program = await startProgram({ env: { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true' } });
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] });
  try {
    const rows: (string | number)[][] = [];
    for (const journey of JOURNEYS.filter(({ path }) => paths.length === 0 || paths.includes(path))) {
      const works = new Map<string, Work[]>();
      const shown = new Map<string, Shown[]>();
      for (let run = 0; run < RUNS; run++) {
        await walk(browser, program.url, journey, async (press, name, session) => {
          const end = await traceWork(session);
          await press();
          const work = await end();
          if (work) works.set(name, [...(works.get(name) ?? []), work]);
        });
        await walk(browser, program.url, journey, async (press, name, session, page) => {
          await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
          await press();
          await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
          shown.set(name, [...(shown.get(name) ?? []), await page.evaluate(takeShown, PATIENCE)]);
        });
      }
      for (const { name } of journey.steps) {
        rows.push([journey.path, name, ...workCells(works.get(name) ?? []), ...shownCells(shown.get(name) ?? [])]);
        console.log(rows.at(-1)?.join(' | '));
      }
    }
    if (paths.length > 0) return null;
    const head = ['page', 'press', 'processor ms', 'min', 'script', 'style', 'layout', 'paint'];
    head.push('4x: ms', 'worst', 'waiting', 'handling', 'drawing');
    const body = [
      `From a press to its paint at 375 × 812, ${RUNS} runs, Chromium ${browser.version()}. Processor time of the page's ` +
        `main thread at full speed: median, least, and the parts of the median. With a ${SLOWER} times slower processor: ` +
        'time to the paint (INP), median and worst, and its parts. An interaction below 16 ms has no entry and counts as 0.',
      { head, rows },
    ];
    return { title: 'From a press to its paint', body };
  } finally {
    await browser.close();
    await program.stop();
  }
}

const median = (times: number[]) => (times.length > 0 ? sumUp(times).p50 : Number.NaN);

function workCells(works: readonly Work[]): string[] {
  const of = (part: keyof Work) => works.map((work) => work[part]);
  const parts = (['script', 'style', 'layout', 'paint'] as const).map((part) => median(of(part)));
  return [median(of('all')), Math.min(...of('all')), ...parts].map((figure) => figure.toFixed(1));
}

function shownCells(shown: readonly Shown[]): string[] {
  const of = (part: keyof Shown) => shown.map((each) => each[part]);
  const parts = (['waiting', 'handling', 'drawing'] as const).map((part) => median(of(part)));
  return [median(of('all')), Math.max(...of('all')), ...parts].map((figure) => figure.toFixed(0));
}

type Measure = (press: () => Promise<void>, name: string, session: CDPSession, page: Page) => Promise<void>;

async function walk(browser: Browser, url: string, { path, steps }: Journey, measure: Measure): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    viewport: { width: 375, height: 812 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(keepShown);
    await page.route('**/api/store-locations', (route) => route.fulfill({ json: stores() }));
    await page.route(/^https:\/\/(maps|www)\.google\.com\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>map</title>' }),
    );
    const session = await context.newCDPSession(page);
    await page.goto(path, { waitUntil: 'load' });
    await hydrated(page);
    await wait(STILL_MS);
    for (const step of steps) {
      const me = shopper(page, 'en');
      await step.before?.(page, me);
      const target = step.on(page, me);
      await target.waitFor();
      await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      if (step.key) await target.focus();
      await wait(STILL_MS);
      await page.evaluate(takeShown, 0);
      const press = step.key ? () => keyOn(session, step.key ?? '') : await fingerOn(session, target);
      await measure(press, step.name, session, page);
      await step.after?.(page, me);
    }
  } finally {
    await context.close();
  }
}

async function fingerOn(session: CDPSession, target: Locator): Promise<() => Promise<void>> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`Cannot be pressed: ${target}`);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return async () => {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await wait(PRESS_MS);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await wait(STILL_MS);
  };
}

async function keyOn(session: CDPSession, key: string): Promise<void> {
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
  await wait(PRESS_MS);
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  await wait(STILL_MS);
}

/** Runs in the page: keeps the timings of presses. */
function keepShown(): void {
  const kept: PerformanceEventTiming[] = [];
  Object.assign(globalThis, { presses: kept });
  new PerformanceObserver((list) => kept.push(...(list.getEntries() as PerformanceEventTiming[]))).observe({
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  } as PerformanceObserverInit);
}

/** Runs in the page: the longest interaction since the last call, whose events end with the same paint. */
async function takeShown(patience: number): Promise<Shown> {
  const { presses } = globalThis as unknown as { presses: (PerformanceEventTiming & { interactionId: number })[] };
  const isDue = () => presses.some(({ interactionId }) => interactionId > 0);
  for (let i = 0; i < patience && !isDue(); i++) await new Promise((done) => setTimeout(done, 100));
  const events = presses.splice(0).filter(({ interactionId }) => interactionId > 0);
  const [longest] = events.sort((a, b) => b.duration - a.duration);
  if (!longest) return { all: 0, waiting: 0, handling: 0, drawing: 0 };
  const { duration, startTime, processingStart } = longest;
  const ROUNDED_TO_MS = 8;
  const same = events.filter(
    (event) => Math.abs(event.startTime + event.duration - startTime - duration) <= ROUNDED_TO_MS,
  );
  const handled = Math.max(...same.map(({ processingEnd }) => processingEnd));
  return {
    all: duration,
    waiting: processingStart - startTime,
    handling: handled - processingStart,
    drawing: Math.max(0, startTime + duration - handled),
  };
}

/** Stores all over Florida. */
function stores(): object[] {
  return Array.from({ length: STORES }, (_, i) => ({
    id: String(i),
    name: `Bodega ${i}`,
    storeType: ['grocery', 'gas-station', 'convenience'][i % 3],
    address: `${100 + i} NW 7th St, Miami, FL 33136`,
    latitude: (25.5 + (i % 50) / 25).toFixed(7),
    longitude: (-80.4 + (i % 7) / 30).toFixed(7),
  }));
}
