import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { seed } from '#scripts/seed.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { orderEvents, orders } from '#server/features/orders/schema.ts';
import { paymentAnomalies } from '#server/features/settlement/schema.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { startProgram } from '#test/program.ts';
import { adminCall, buy, NEW_YORK, PASSWORD } from './admin-fixtures.ts';
import { wordsOf } from './words.ts';

const OUT = 'docs/images/guide';
const WIDTH = 1440;
const PHONE = { width: 390, height: 780 };

const CODES = [
  { code: 'GUAVA10', kind: 'percent', value: 10 },
  { code: 'BODA2026', kind: 'amount', value: 500 },
];

/** An owner's tasks on the phone: the picture's name and its path. */
const ON_PHONE: readonly { name: string; path: string; hash?: string }[] = [
  { name: 'products', path: 'products' },
  { name: 'product', path: 'products/box40' },
  { name: 'codes', path: 'codes' },
  { name: 'taxes', path: 'taxes' },
  { name: 'site', path: 'site' },
  { name: 'facts', path: 'site/facts' },
  { name: 'shipping', path: 'site/shipping-rules' },
  { name: 'policy', path: 'site/terms' },
  { name: 'sentence', path: 'site/text-home_heading' },
  { name: 'places', path: 'site/pictures' },
  { name: 'questions', path: 'site/questions' },
  { name: 'numbers', path: 'numbers' },
  { name: 'look', path: 'site/look' },
  { name: 'account', path: 'account' },
  { name: 'journal', path: 'journal' },
  { name: 'settings', path: 'settings', hash: '#settings-mail' },
];

/** The pictures of the owner's guide, in both languages, from a shop full of sample data. @returns how many */
export async function takeGuidePictures(browser: Browser): Promise<number> {
  mkdirSync(OUT, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-guide-'));
  const refundedId = await fill(dataDir);
  const program = await startProgram({ dataDir, env: { ADMIN_PASSWORD: PASSWORD } });
  let count = 0;
  try {
    for (const language of LANGUAGES) {
      const { orderNumber, statusUrl } = await buy(program.url, {
        address: { ...NEW_YORK, preferredLanguage: language },
      });
      const context = await browser.newContext({
        viewport: { width: WIDTH, height: 800 },
        locale: `${language}-US`,
        reducedMotion: 'reduce',
        // Only for the style element below.
        bypassCSP: true,
      });
      const page = await context.newPage();
      // The map and the address search are external servers.
      await page.route(/google\.com|openstreetmap\.org/, (route) =>
        route.fulfill({ json: [{ lat: '25.7655', lon: '-80.2155' }], headers: { 'access-control-allow-origin': '*' } }),
      );
      await page.addInitScript(() => {
        window.print = () => {};
      });
      const take = async (name: string, what: Page | Locator = page) => {
        await save(what, `${name}-${language}`);
        count += 1;
      };
      await walk(page, program.url, { language, orderNumber, statusUrl, refundedId, take });
      count += await walkOnPhone(browser, await context.storageState(), { url: program.url, language });
      await context.close();
    }
    return count;
  } finally {
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function save(what: Page | Locator, name: string): Promise<void> {
  const page = 'goto' in what ? what : what.page();
  // Fonts and lists are loaded; toasts would cover the subject of the picture.
  await page.waitForLoadState('networkidle');
  await page.addStyleTag({ content: '#toasts{display:none} .slip{padding:2rem}' });
  const picture = sharp(await what.screenshot()).resize({ width: 1200, withoutEnlargement: true });
  await picture.webp({ quality: 68, effort: 6 }).toFile(`${OUT}/${name}.webp`);
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** @returns how many pictures */
async function walkOnPhone(
  browser: Browser,
  storageState: SignedIn,
  { url, language }: { url: string; language: Language },
): Promise<number> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: `${language}-US`,
    reducedMotion: 'reduce',
    bypassCSP: true,
    storageState,
  });
  const page = await context.newPage();
  await page.goto(`${url}/admin/codes?lang=${language}`);
  if (language === LANGUAGES[0]) {
    for (const code of CODES) await adminCall(page, 'POST', `${url}/api/admin/codes`, code);
  }
  for (const { name, path, hash = '' } of ON_PHONE) {
    await page.goto(`${url}/admin/${path}?lang=${language}${hash}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await save(page, `${name}-${language}`);
  }
  await context.close();
  return ON_PHONE.length;
}

/** Five months of sample data, a refund in the history of one order, and two anomalies. */
async function fill(dataDir: string): Promise<string> {
  const now = new Date();
  const { db, close } = await connectDatabase({ databaseUrl: undefined, dataDir });
  const mark = await seed(db, now);
  const delivered = (await db.select().from(orders)).findLast(({ status }) => status === 'delivered');
  if (!mark || !delivered) throw new Error('The sample data has no delivered order');
  await db.insert(orderEvents).values({
    orderId: delivered.id,
    kind: 'refund',
    detail: { refunded: delivered.totalAmount, currency: 'usd' },
    createdAt: now,
  });
  await db.insert(paymentAnomalies).values({
    paymentIntentId: 'pi_3SAMPLE0000000000000001',
    kind: 'possible_duplicate',
    detail: {
      totalCents: 3998,
      currency: 'usd',
      customer: delivered.customerName,
      email: delivered.email,
      firstPayment: 'pi_3SAMPLE0000000000000000',
      order: orderNumber(delivered.id),
    },
    createdAt: now,
  });
  await close();
  return delivered.id;
}

type Walk = {
  language: Language;
  orderNumber: string;
  statusUrl: string;
  refundedId: string;
  take: (name: string, what?: Page | Locator) => Promise<void>;
};

/** An owner's tasks, in the order of the guide. */
async function walk(page: Page, url: string, { language, orderNumber, statusUrl, refundedId, take }: Walk) {
  const w = wordsOf(language);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const open = async (query: string) => {
    await page.goto(`${url}/admin/dashboard?${query}&lang=${language}`);
    await page.getByRole('tablist').first().waitFor();
  };

  await page.goto(`${url}/admin/login?lang=${language}`);
  await page.getByLabel(w('admin_login_password'), { exact: true }).fill(PASSWORD);
  await take('login');
  await button(w('admin_login_button')).click();
  await page.getByRole('tablist').first().waitFor();
  await open('tab=orders');
  await page.getByRole('row').nth(3).waitFor();
  await take('dashboard');

  await page.locator('[role=tablist]').first().scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector('[role=tablist]')?.scrollIntoView());
  await take('orders');
  await button(w('admin_order_open', { number: orderNumber })).click();
  const drawer = page.getByRole('complementary').first();
  await drawer.getByText(orderNumber).first().waitFor();
  await take('order', drawer);

  await drawer.getByRole('button', { name: w('admin_slip_print') }).click();
  await page.locator('.slip').waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 760, height: 900 });
  await take('slip', page.locator('.slip').first());
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: WIDTH, height: 800 });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));

  await drawer.getByRole('button', { name: w('admin_tracking_add_long') }).click();
  const dialog = page.getByRole('dialog', { name: w('admin_tracking_title') });
  await dialog.getByRole('textbox').fill('9400111201080805483016');
  await take('tracking', dialog);
  await dialog.getByRole('button', { name: w('admin_tracking_save') }).click();
  await dialog.waitFor({ state: 'detached' });
  const customerPage = new URL(statusUrl, url);
  customerPage.searchParams.set('lang', language);
  await page.goto(customerPage.href);
  await page.getByText(orderNumber).first().waitFor();
  await take('customer');

  await open(`tab=orders&open=${refundedId}`);
  await page
    .getByRole('complementary')
    .first()
    .getByRole('heading', { name: w('admin_order_history'), exact: true })
    .scrollIntoViewIfNeeded();
  await take('refund', page.getByRole('complementary').first());

  await open('tab=wholesalers');
  await page.getByRole('row').nth(1).getByRole('button').first().click();
  await page.getByRole('complementary').first().waitFor();
  await take('inquiry', page.getByRole('complementary').first());

  await open('tab=stores');
  await button(w('admin_location_add')).click();
  const store = page.getByRole('dialog', { name: w('admin_location_add_title') });
  await store.getByLabel(w('admin_location_name')).fill('Bodega La Palma');
  await store.getByRole('textbox', { name: w('admin_location_address') }).fill('1201 SW 8th St, Miami, FL 33135');
  await store.getByLabel(w('admin_location_type')).selectOption('grocery');
  await store.getByRole('button', { name: w('admin_geocode_button') }).click();
  await store.getByRole('link', { name: w('admin_pin_open') }).waitFor();
  // The dialog is as high as the window, and its form is longer.
  await page.setViewportSize({ width: WIDTH, height: 1400 });
  await take('store', store);
  await page.setViewportSize({ width: WIDTH, height: 800 });

  await open(`tab=emails&template=order_confirmation&language=${language}`);
  await page.locator('iframe').first().waitFor();
  await page.evaluate(() => document.querySelector('[role=tablist]')?.scrollIntoView());
  await take('templates');

  await page.goto(`${url}/admin/settings?lang=${language}`);
  await button(w('admin_setup_again')).and(page.locator(':enabled')).waitFor();
  await take('setup');
}
