import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { FULL_TIER } from './cases.ts';
import { expect, test } from './fixtures.ts';

const FAULTS = `
  <img src="data:,"><input><button></button><a href="#"></a><h1>One</h1><h4>Four</h4><p style="color:#bbb">pale</p>
  <ul><p>no item</p></ul><div role="nothing">role</div><div role="checkbox">unnamed</div><i id="twice"></i><i id="twice"></i>
  <label for="twice">for no field</label><div aria-hidden="true"><button>hidden</button></div><table><td headers="none">1</table>
  <div style="height:20px;overflow:auto"><p style="height:90px">scrolls</p></div><video src="data:," autoplay></video>`;

const found = async (axe: AxeBuilder) =>
  (await axe.analyze()).violations
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)
    .sort();

async function showFaults(page: Page, more = ''): Promise<void> {
  await page.goto('/404-of-axe');
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), FAULTS + more);
}

test.use({ allowConsole: [/./] });

test('without frames axe finds in one page what it finds with a second one', FULL_TIER, async ({ page }) => {
  await showFaults(page);
  const quick = await found(axeOf(page));
  expect(quick.length).toBeGreaterThan(10);
  expect(quick).toEqual(await found(new AxeBuilder({ page })));
});

test('a fault inside a frame is found', FULL_TIER, async ({ page }) => {
  await showFaults(
    page,
    `<iframe title="frame" srcdoc="<html lang=en><title>x</title><main><img src='data:,' id=inside>"></iframe>`,
  );
  await expect(page.frameLocator('iframe').locator('#inside')).toBeAttached();
  expect(await found(axeOf(page))).toContainEqual(expect.stringMatching(/^image-alt: .*iframe,#inside/));
});
