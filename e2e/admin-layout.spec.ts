import type { Locator, Page } from '@playwright/test';
import { LANGUAGES } from '#shared/core/language.ts';
import { adminCall, buy, expect, inquire, openDashboard, test, unique } from './admin-fixtures.ts';
import { FULL_TIER, lastInGate } from './cases.ts';

// The browser's message about a mail's frame, where scripts are blocked.
test.use({ contextOptions: { reducedMotion: 'reduce' }, allowConsole: [/Blocked script execution in 'about:srcdoc'/] });

const LONG_NAME = 'Maximiliana de la Caridad Rodríguez-Santamaría';
const VIEWS = ['tab=orders', 'tab=wholesalers', 'tab=emails&view=outbox', 'tab=stores'].map(
  (view) => `/admin/dashboard?${view}`,
);

/** Long names, every status label and a number of 22 digits, which widen columns. */
async function fill(page: Page, url: string): Promise<void> {
  const address = { fullName: LONG_NAME, email: 'maximiliana.rodriguez.santamaria@company.example' };
  await buy(url, { address });
  await buy(url, { address, cart: [{ id: 'box40', quantity: 99 }] });
  const inquiry = await inquire(url, {
    businessName: unique('Supermercado y Cafetería La Gran Esquina de Hialeah'),
    email: 'compras.departamento@lagranesquinadehialeah.example',
  });
  await openDashboard(page);
  const orders = await adminCall<{ id: string }[]>(page, 'GET', '/api/admin/orders?limit=2');
  await adminCall(page, 'PATCH', `/api/admin/orders/${orders[0]?.id}/tracking`, {
    trackingNumber: '9400111899223033005282',
    carrier: 'USPS',
  });
  await adminCall(page, 'PATCH', `/api/admin/orders/${orders[0]?.id}/status`, { status: 'processing' });
  await adminCall(page, 'PATCH', `/api/admin/wholesalers/${inquiry.id}/status`, { status: 'contacted' });
  await adminCall(page, 'POST', '/api/admin/store-locations', {
    name: 'Supermercado La Gran Esquina de Hialeah Gardens',
    address: '12345 NW 107th Avenue Suite 200, Hialeah Gardens, FL 33018',
    storeType: 'grocery',
    latitude: 25.8651,
    longitude: -80.3245,
  });
}

async function show(page: Page, view: string, language: 'en' | 'es'): Promise<void> {
  await page.goto(`${view}&lang=${language}`);
  await expect(page.locator('.data-table tbody tr, .cards > li').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not drawn');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

/** Cells, texts and controls that overflow their table, or a control's text that overflows the control. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const table = document.querySelector('.data-table');
    const frame = table?.parentElement?.getBoundingClientRect();
    if (!table || !frame) return ['there is no table'];
    const range = document.createRange();
    return (
      [...table.querySelectorAll('th, td, td *')]
        // A checkbox is also pressed beside its drawing.
        .filter((element) => !element.closest('.sr-only, option, svg, :has(> label > [type="checkbox"])'))
        .flatMap((element) => {
          range.selectNodeContents(element);
          const edge = Math.max(element.getBoundingClientRect().right, range.getBoundingClientRect().right);
          const cell = element.closest('th, td')?.getBoundingClientRect();
          return edge > frame.right + 0.5 || edge > (cell?.right ?? 0) + 0.5 ? [element.outerHTML.slice(0, 120)] : [];
        })
    );
  });

test('at 1200 to 1440 px no table cuts a control, a badge or a word off', FULL_TIER, async ({ page, shop }) => {
  await fill(page, shop.url);
  const faults: string[] = [];
  for (const language of lastInGate(LANGUAGES)) {
    for (const view of VIEWS) {
      await show(page, view, language);
      for (const width of [1200, 1280, 1366, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const where = `${view} ${language} ${width}`;
        faults.push(...(await cutOff(page)).map((what) => `${where}: ${what}`));
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) faults.push(`${where}: the page is ${over} px wider than its window`);
      }
    }
  }
  expect(faults).toEqual([]);
});

test('at 1200 to 1440 px a table beside a detail cuts nothing off either', FULL_TIER, async ({ page, shop }) => {
  await fill(page, shop.url);
  for (const language of lastInGate(LANGUAGES)) {
    for (const view of [...VIEWS.slice(0, 3), '/admin/customers?', '/admin/products?']) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await show(page, view, language);
      const whole = await boxOf(page.locator('.table-card'));
      await page.locator('.data-table tbody .text-button').first().click();
      await expect(page.locator('.detail-pane')).toBeVisible();
      await expect.poll(async () => (await boxOf(page.locator('.table-card'))).width).toBeLessThan(whole.width);
      for (const width of [1200, 1280, 1366, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const where = `${view} ${language} ${width}`;
        await expect.poll(() => cutOff(page), { message: where }).toEqual([]);
        const overlap = async () =>
          (await boxOf(page.locator('.table-card'))).right - (await boxOf(page.locator('.detail-pane'))).x;
        await expect.poll(overlap, { message: where }).toBeLessThanOrEqual(0);
      }
    }
  }
});

for (const [width, height] of lastInGate([
  [1440, 900],
  [1280, 720],
])) {
  test(`at ${width}×${height} the first order is within 420 px, below the three cards`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height });
    await fill(page, shop.url);
    for (const language of lastInGate(LANGUAGES)) {
      await show(page, '/admin/dashboard?tab=orders', language);
      expect((await boxOf(page.locator('.data-table tbody tr').first())).y).toBeLessThanOrEqual(420);
      const cards = page.getByRole('region', { name: /^(Summary|Resumen)$/ });
      expect((await boxOf(cards)).height).toBeLessThanOrEqual(90);
      const tops = await cards
        .getByRole('heading')
        .evaluateAll((all) => all.map((one) => one.closest('div')?.offsetTop));
      expect(new Set(tops).size).toBe(1);
      await expect(cards.getByText(/after refunds|sin reembolsos/)).toBeInViewport({ ratio: 1 });
    }
  });
}

test('on a phone of 375×667 the first order is in view, below the three cards', async ({ page, shop }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await buy(shop.url);
  await inquire(shop.url);
  await openDashboard(page);
  for (const language of lastInGate(LANGUAGES)) {
    await show(page, '/admin/dashboard?tab=orders', language);
    const card = page.locator('.cards > li').first();
    const status = card.getByRole('combobox');
    for (const part of [card.getByRole('button'), card.getByText('María Núñez'), card.getByText(/\$/), status]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    const summary = page.getByRole('region', { name: /^(Summary|Resumen)$/ });
    await expect(summary.getByRole('heading')).toHaveCount(3);
    expect((await boxOf(summary)).height).toBeLessThanOrEqual(170);
  }
});

test('on a phone no card is higher than 220 px, and a tap opens the rest', FULL_TIER, async ({ page, shop }) => {
  await fill(page, shop.url);
  await page.setViewportSize({ width: 375, height: 740 });
  for (const language of lastInGate(LANGUAGES)) {
    for (const view of VIEWS) {
      await show(page, view, language);
      const heights = await page
        .locator('.cards > li')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
      expect(Math.max(...heights), `${view} ${language}`).toBeLessThanOrEqual(220);
      // Its lower left corner, without controls.
      const card = page.locator('.cards > li').first();
      await card.click({ position: { x: 24, y: (await boxOf(card)).height - 6 } });
      await expect(page.getByRole('dialog')).toBeVisible();
    }
  }
});
