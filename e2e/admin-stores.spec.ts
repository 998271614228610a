import type { Locator, Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import {
  expect,
  expectAccessible,
  expectToast,
  FAILED_ANSWERS,
  failCalls,
  openDashboard,
  test,
  toastOf,
  unique,
} from './admin-fixtures.ts';
import { CASES, FULL_TIER, lastInGate } from './cases.ts';
import { holdCalls } from './fixtures.ts';
import { wordsOf } from './words.ts';

test.use({ allowConsole: FAILED_ANSWERS });

const SEARCH = 'https://nominatim.openstreetmap.org/**';

/** The labels of the form. */
const labelsOf = (language: Language) => {
  const t = wordsOf(language);
  return {
    add: t('admin_location_add'),
    addTitle: t('admin_location_add_title'),
    editTitle: t('admin_location_edit_title'),
    name: t('admin_location_name'),
    address: t('admin_location_address'),
    type: t('admin_location_type'),
    latitude: t('admin_location_latitude'),
    longitude: t('admin_location_longitude'),
    create: t('admin_location_create'),
    update: t('admin_location_update'),
    find: t('admin_geocode_button'),
    coordinates: t('admin_col_coordinates'),
  };
};

test('a sign is named after 700 ms, the next one at once (specification, 9)', FULL_TIER, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.clock.install();
  const { dialog, w, fill, save, rowOf } = await openAdd(page);
  const name = unique('Letrero');
  await fill(name, '25.7', '-80.2');
  await save.click();
  await expect(dialog).toHaveCount(0);
  const row = rowOf(name);
  await expect(row).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const [pencil, bin] = [row.getByRole('button').first(), row.getByRole('button').last()];
  const tip = page.locator('.tooltip');
  await pencil.hover();
  await page.clock.runFor(690);
  await expect(tip).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(tip).toHaveText((await pencil.getAttribute('aria-label')) ?? '');
  await bin.hover();
  await expect(tip).toHaveText((await bin.getAttribute('aria-label')) ?? '');
  await page.mouse.move(5, 5);
  await expect(tip).toHaveCount(0);
  await page.clock.runFor(310);
  await pencil.hover();
  await expect(tip).toHaveCount(0);
  await page.clock.runFor(710);
  await expect(tip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await page.keyboard.press('Tab');
  await pencil.focus();
  await page.clock.runFor(710);
  await expect(tip).toBeVisible();
  // Inside a dialog, it is in front of it.
  await pencil.press('Enter');
  await expect(tip).toHaveCount(0);
  await page.getByRole('button', { name: w.find }).hover();
  await page.clock.runFor(710);
  await expect(tip).toHaveText(w.find);
});

/** The pin on the map, whose name says where it is. */
const pinOf = (dialog: Locator, language: Language = 'en') =>
  dialog
    .getByRole('region', { name: wordsOf(language)('admin_pin_map') })
    .getByRole('button')
    .first();

/** The place in the pin's name. */
function placeIn(name: string | null) {
  const [latitude = 0, longitude = 0] = (name?.match(/-?\d+\.\d{4}/g) ?? []).map(Number);
  return { latitude, longitude };
}

async function openAdd(page: Page, language: Language = 'en') {
  const w = labelsOf(language);
  await openDashboard(page, 'tab=stores', { language });
  await page.getByRole('button', { name: w.add }).click();
  const dialog = page.getByRole('dialog', { name: w.addTitle });
  await expect(dialog.getByLabel(w.name)).toBeFocused();
  const fold = dialog.locator('details', { hasText: w.latitude });
  const fill = async (
    name: string,
    latitude?: string,
    longitude?: string,
    address = '820 SW 8th Street, Miami, FL',
  ) => {
    await dialog.getByLabel(w.name).fill(name);
    await dialog.getByRole('textbox', { name: w.address }).fill(address);
    await dialog.getByLabel(w.type).selectOption('grocery');
    if ((latitude || longitude) && !(await fold.evaluate((each: HTMLDetailsElement) => each.open))) {
      await fold.getByText(w.coordinates, { exact: true }).click();
    }
    if (latitude) await dialog.getByLabel(w.latitude).fill(latitude);
    if (longitude) await dialog.getByLabel(w.longitude).fill(longitude);
  };
  const save = dialog.getByRole('button', { name: w.create });
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
  return { dialog, fold, w, t: wordsOf(language), fill, save, rowOf };
}

for (const language of lastInGate(LANGUAGES)) {
  test(`a location is added, changed and deleted, and the public list follows: ${language}`, async ({ page }) => {
    const { dialog, w, t, fill, save, rowOf } = await openAdd(page, language);
    const name = unique('Mercado');
    const publicNames = async () => {
      const stores = (await (await page.request.get('/api/store-locations')).json()) as { name: string }[];
      return stores.map((store) => store.name);
    };
    await test.step('name, address and store type are required', async () => {
      const calls: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
      await save.click();
      await expectToast(page, t('admin_missing_title'), t('admin_missing_fields'));
      for (const label of [w.name, w.type])
        await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
      expect(calls).toEqual([]);
    });
    await fill(name, '25.7656789', '-80.2089012');
    await save.click();
    await expectToast(page, t('admin_location_created'));
    const row = rowOf(name);
    await expect(row.getByRole('cell').nth(1)).toHaveText('820 SW 8th Street, Miami, FL');
    await expect(row.getByRole('cell').nth(3)).toHaveText('25.7657, -80.2089');
    expect(await publicNames()).toContain(name);

    await row.getByRole('button').first().click();
    const edit = page.getByRole('dialog', { name: w.editTitle });
    await expect(edit.getByLabel(w.latitude)).toHaveValue('25.7656789');
    await edit.getByLabel(w.name).fill(`${name} Nuevo`);
    await edit.getByRole('button', { name: w.update }).click();
    await expectToast(page, t('admin_location_updated'));
    await expect(row.getByRole('cell').first()).toHaveText(`${name} Nuevo`);

    await row.getByRole('button').nth(1).click();
    await page.getByRole('alertdialog').getByRole('button').nth(1).click();
    await expectToast(page, t('admin_location_deleted'));
    await expect(row).toHaveCount(0);
    expect(await publicNames()).not.toContain(`${name} Nuevo`);
  });
}

test('a name fits, and a coordinate is a number, on the globe and in the country', async ({ page }) => {
  const { dialog, w, fill, save, rowOf } = await openAdd(page);
  const latitude = dialog.getByLabel(w.latitude);
  await test.step('a name that is too long', async () => {
    await fill('x'.repeat(121));
    await save.click();
    await expect(dialog.getByLabel(w.name)).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog).toContainText('This is too long');
    await expect(toastOf(page)).toHaveCount(0);
  });
  await fill('x', '1');
  for (const text of ['abc', '', '12abc']) {
    await latitude.fill(text);
    await latitude.blur();
    await expect(latitude).toHaveValue('0');
  }
  const name = unique('Zero');
  await fill(name);
  for (const [lat, long] of [
    ['257617', ''],
    ['91', 'not a number'],
  ]) {
    await fill(name, lat, long);
    await save.click();
    await expect(latitude).toHaveAttribute('aria-invalid', 'true');
  }
  const question = page.getByRole('alertdialog', { name: 'Is the store really there?' });
  await fill(name, '25.5');
  await save.click();
  await expect(question).toContainText('do not lie in the United States');
  await question.getByRole('button', { name: 'Check again' }).click();
  await fill(name, '-80.2', '25.5');
  await save.click();
  await expect(question).toContainText('look exchanged');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Check again' }).click();
  await fill(name, '25.5', '0');
  await save.click();
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expectToast(page, 'Location created');
  await expect(rowOf(name)).toContainText('25.5000, 0.0000');
  await expect(page.getByRole('columnheader')).toHaveText(['Store Name', 'Address', 'Type', 'Coordinates', 'Actions']);
});

for (const language of lastInGate(LANGUAGES)) {
  test(`geocoding: found, not found, no address, out of order: ${language}`, async ({ page }) => {
    const asked: URL[] = [];
    let answer: object[] | null = [{ lat: '25.7616798', lon: '-80.1917902' }];
    await page.route(SEARCH, async (route) => {
      asked.push(new URL(route.request().url()));
      if (answer === null) return route.abort();
      await route.fulfill({ json: answer, headers: { 'access-control-allow-origin': '*' } });
    });
    const release = await holdCalls(page, SEARCH);
    const { dialog, w, t, fill, save, rowOf } = await openAdd(page, language);
    const find = dialog.getByRole('button', { name: w.find });
    const address = dialog.getByRole('textbox', { name: w.address });
    await expect(find).toBeDisabled();
    await address.fill('   ');
    await expect(find).toBeDisabled();
    await address.press('Enter');
    await expectToast(page, t('admin_geocode_required_title'), t('admin_geocode_required_text'));
    await address.fill('Calle Ocho & 27, Miami');
    await find.click();
    await expect(find).toBeDisabled();
    release();
    const found = { latitude: '25.7617', longitude: '-80.1918' };
    await expectToast(page, t('admin_geocode_found_title'), t('admin_geocode_found_text', found));
    await expect(dialog.getByLabel(w.latitude)).toHaveValue('25.7616798');
    await expect(dialog.getByLabel(w.longitude)).toHaveValue('-80.1917902');
    await expect(pinOf(dialog, language)).toHaveAccessibleName(t('admin_pin_at', { at: '25.7617, -80.1918' }));
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      format: 'json',
      limit: '1',
      q: 'Calle Ocho & 27, Miami',
    });
    answer = [];
    await find.click();
    await expectToast(page, t('admin_geocode_not_found_title'), t('admin_geocode_not_found_text'));
    await expect(dialog.getByRole('link', { name: /OpenStreetMap/ }).first()).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/copyright',
    );
    await test.step('F14: with the search service down typed coordinates are saved all the same', async () => {
      answer = null;
      const name = unique('Sin mapa');
      await fill(name);
      await find.click();
      await expectToast(page, t('admin_geocode_failed_title'), t('admin_geocode_failed_text'));
      await fill(name, '25.76', '-80.2');
      await save.click();
      await expect(rowOf(name)).toContainText('25.7600, -80.2000');
    });
  });

  test(`create, update and delete that fail say so and lose nothing: ${language}`, async ({ page }) => {
    const fail = () => failCalls(page, /\/api\/admin\/store-locations/, ['POST', 'PATCH', 'DELETE']);
    const { dialog, w, t, fill, save, rowOf } = await openAdd(page, language);
    const expectError = (key: string) => expectToast(page, t('admin_error_title'), t(key));
    const name = unique('Frágil');
    await fill(name, '25.7658', '-80.2101');
    let mend = await fail();
    await save.click();
    await expectError('admin_location_create_failed');
    await expect(dialog.getByLabel(w.name)).toHaveValue(name);
    await mend();
    await save.click();
    const row = rowOf(name);
    await expect(row).toBeVisible();
    mend = await fail();
    await row.getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('button', { name: w.update }).click();
    await expectError('admin_location_update_failed');
    await page.keyboard.press('Escape');
    await row.getByRole('button').nth(1).click();
    await page.getByRole('alertdialog').getByRole('button').nth(1).click();
    await expectError('admin_location_delete_failed');
    await mend();
    await page.reload();
    await expect(row).toBeVisible();
  });
}

test('a store is not saved at 0, 0, elsewhere or twice unless one says so', FULL_TIER, async ({ page }) => {
  const { dialog, w, fill, save } = await openAdd(page);
  const name = unique('Gemela');
  const address = dialog.getByRole('textbox', { name: w.address });
  await fill(name);
  await save.click();
  await expect(dialog.getByText('No store can be at these coordinates.')).toBeVisible();
  await expect(dialog.getByLabel(w.longitude)).toHaveAttribute('inputmode', 'text');
  await fill(name, '25.7658', '-80.2101');
  await address.fill('900 Palm Avenue, Hialeah');
  await expect(dialog.getByText('The pin belongs to another address.')).toBeVisible();
  await save.click();
  const stale = page.getByRole('alertdialog', { name: 'Keep the old pin?' });
  await stale.getByRole('button', { name: 'Save anyway' }).click();
  const rows = page.getByRole('row').filter({ hasText: name });
  await expect(rows).toHaveCount(1);

  await page.getByRole('button', { name: 'Add Location' }).click();
  await fill(name.toUpperCase(), '25.7658', '-80.2101', '900 Palm Avenue,  Hialeah ');
  await save.click();
  const twin = page.getByRole('alertdialog', { name: 'Add this store a second time?' });
  await twin
    .getByRole('button', { name: 'Save anyway' })
    .evaluate((button: HTMLButtonElement) => Array.from({ length: 3 }, () => button.click()));
  await expect(page.getByRole('row').filter({ hasText: new RegExp(name, 'i') })).toHaveCount(2);
});

test.describe('the pin of a store', () => {
  test.use({ hasTouch: true });
  for (const [language, width] of lastInGate(CASES)) {
    test(`is set by touch, moved by keys and by dragging, and kept: ${language} ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 812 });
      const { dialog, fold, w, t, fill, save } = await openAdd(page, language);
      const name = unique('Con punto');
      await fill(name, undefined, undefined, '820 SW 8th Street, Miami, FL 33130');
      const map = dialog.locator('[data-pin-map]');
      const pin = pinOf(dialog, language);
      const placeOf = async () => placeIn(await pin.getAttribute('aria-label'));
      const farNote = dialog.getByRole('status').filter({ hasText: '33130' });
      await test.step('without a pin nothing is saved', async () => {
        await expect(pin).toHaveAccessibleName(t('admin_pin_set'));
        await save.click();
        await expect(dialog.getByRole('alert')).toHaveText(t('admin_location_unplaced'));
        await expect(pin).toBeFocused();
        await expectAccessible(page);
      });
      const { width: wide, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
      await map.tap({ position: { x: wide * 0.3, y: height * 0.4 } });
      await expect(dialog.getByRole('alert')).toHaveCount(0);
      const tapped = await placeOf();
      // Beside the centre of the ZIP code, around which the map is drawn.
      expect(Math.abs(tapped.latitude - 25.77)).toBeLessThan(0.05);
      expect(Math.abs(tapped.longitude + 80.2)).toBeLessThan(0.08);

      await pin.press('ArrowUp');
      await pin.press('Shift+ArrowLeft');
      const moved = await placeOf();
      expect(moved.latitude).toBeGreaterThan(tapped.latitude);
      expect(moved.longitude).toBeLessThan(tapped.longitude - 0.01);
      await pin.press('-');

      await pin.hover();
      await page.mouse.down();
      const middle = (await map.boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(middle.x + wide * 0.6, middle.y + height * 0.7, { steps: 4 });
      await page.mouse.up();
      const dragged = await placeOf();
      expect(dragged.latitude).toBeLessThan(moved.latitude);
      expect(dragged.longitude).toBeGreaterThan(moved.longitude);
      await expect(farNote).toHaveCount(0);

      await test.step('the coordinates stay in step, in both directions', async () => {
        await fold.getByText(w.coordinates, { exact: true }).click();
        const [latitude, longitude] = [dialog.getByLabel(w.latitude), dialog.getByLabel(w.longitude)];
        expect(Number(await longitude.inputValue()).toFixed(4)).toBe(dragged.longitude.toFixed(4));
        await latitude.fill('26.2');
        await expect(pin).toHaveAccessibleName(t('admin_pin_at', { at: `26.2000, ${dragged.longitude.toFixed(4)}` }));
      });
      // Far from the address's ZIP code, which is said and not refused.
      await expect(farNote).toBeVisible();
      await save.click();
      await expectToast(page, t('admin_location_created'));
      const stores = await (await page.request.get('/api/store-locations')).json();
      const stored = stores.find((store: { name: string }) => store.name === name);
      expect(Number(stored.latitude)).toBe(26.2);
      expect(Number(stored.longitude).toFixed(4)).toBe(dragged.longitude.toFixed(4));
    });
  }
});
