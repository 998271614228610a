import type { Page } from '@playwright/test';
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
import { FULL_TIER, lastInGate } from './cases.ts';

const SEARCH = 'https://nominatim.openstreetmap.org/**';

const words = {
  en: {
    add: 'Add Location',
    addTitle: 'Add Store Location',
    editTitle: 'Edit Store Location',
    name: 'Store Name',
    address: 'Address',
    type: 'Store Type',
    latitude: 'Latitude',
    longitude: 'Longitude',
    create: 'Add Location',
    update: 'Save Location',
    find: 'Find coordinates for this address',
  },
  es: {
    add: 'Agregar punto de venta',
    addTitle: 'Agregar un punto de venta',
    editTitle: 'Editar el punto de venta',
    name: 'Nombre de la tienda',
    address: 'Dirección',
    type: 'Tipo de tienda',
    latitude: 'Latitud',
    longitude: 'Longitud',
    create: 'Agregar',
    update: 'Guardar',
    find: 'Buscar las coordenadas de esta dirección',
  },
} as const;

test(
  'a sign alone is named after 700 ms, the next one within 300 ms at once (the specification, 9)',
  FULL_TIER,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.clock.install();
    const { dialog, w } = await openAdd(page);
    const name = unique('Letrero');
    await dialog.getByLabel(w.name).fill(name);
    await dialog.getByLabel(w.address, { exact: true }).fill('801 SW 3rd Ave, Miami, FL 33130');
    await dialog.getByLabel(w.type).selectOption({ index: 1 });
    await dialog.getByLabel(w.latitude).fill('25.7');
    await dialog.getByLabel(w.longitude).fill('-80.2');
    await dialog.getByRole('button', { name: w.create }).click();
    await expect(dialog).toHaveCount(0);
    await page.clock.pauseAt(Date.now() + 60_000);
    const row = page.getByRole('row').filter({ hasText: name });
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
  },
);

async function openAdd(page: Page, language: 'en' | 'es' = 'en') {
  const w = words[language];
  await openDashboard(page, 'tab=stores', { language });
  await page.getByRole('button', { name: w.add }).click();
  const dialog = page.getByRole('dialog', { name: w.addTitle });
  await expect(dialog.getByLabel(w.name)).toBeFocused();
  return { dialog, w };
}

for (const [language, created, updated, deleted] of lastInGate([
  ['en', 'Location created', 'Location updated', 'Location deleted'],
  ['es', 'Punto de venta creado', 'Punto de venta actualizado', 'Punto de venta borrado'],
])) {
  test(`a location is added, changed and deleted, and the public list follows, in ${language}`, async ({ page }) => {
    const { dialog, w } = await openAdd(page, language);
    const name = unique('Mercado');
    const publicNames = async () =>
      ((await (await page.request.get('/api/store-locations')).json()) as { name: string }[]).map(
        (store) => store.name,
      );
    await dialog.getByLabel(w.name).fill(name);
    await dialog.getByRole('textbox', { name: w.address }).fill('820 SW 8th Street, Miami, FL');
    await dialog.getByLabel(w.type).selectOption('grocery');
    await dialog.getByLabel(w.latitude).fill('25.7656789');
    await dialog.getByLabel(w.longitude).fill('-80.2089012');
    await dialog.getByRole('button', { name: w.create }).click();
    await expectToast(page, created);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row.getByRole('cell').nth(1)).toHaveText('820 SW 8th Street, Miami, FL');
    await expect(row.getByRole('cell').nth(3)).toHaveText('25.7657, -80.2089');
    expect(await publicNames()).toContain(name);

    await row.getByRole('button').first().click();
    const edit = page.getByRole('dialog', { name: w.editTitle });
    await expect(edit.getByLabel(w.latitude)).toHaveValue('25.7656789');
    await edit.getByLabel(w.name).fill(`${name} Nuevo`);
    await edit.getByRole('button', { name: w.update }).click();
    await expectToast(page, updated);
    await expect(row.getByRole('cell').first()).toHaveText(`${name} Nuevo`);

    await row.getByRole('button').nth(1).click();
    await page.getByRole('alertdialog').getByRole('button').nth(1).click();
    await expectToast(page, deleted);
    await expect(row).toHaveCount(0);
    expect(await publicNames()).not.toContain(`${name} Nuevo`);
  });
}

for (const [language, title, text] of lastInGate([
  ['en', 'Missing fields', 'Please fill in all required fields.'],
  ['es', 'Faltan campos', 'Llena todos los campos obligatorios.'],
])) {
  test(`name, address and store type are required, in ${language}`, FULL_TIER, async ({ page }) => {
    const { dialog, w } = await openAdd(page, language);
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
    await dialog.getByRole('button', { name: w.create }).click();
    await expectToast(page, title, text);
    for (const label of [w.name, w.type])
      await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    expect(calls).toEqual([]);
  });
}

test(
  'a name that is too long has its error at its field, and no field is called missing',
  FULL_TIER,
  async ({ page }) => {
    const { dialog, w } = await openAdd(page);
    await dialog.getByLabel(w.name).fill('x'.repeat(121));
    await dialog.getByRole('textbox', { name: w.address }).fill('Somewhere');
    await dialog.getByLabel(w.type).selectOption('other');
    await dialog.getByRole('button', { name: w.create }).click();
    await expect(dialog.getByLabel(w.name)).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog).toContainText('This is too long');
    await expect(toastOf(page)).toHaveCount(0);
  },
);

test('the table has its columns; a coordinate that is no number becomes 0, one off the globe is refused', async ({
  page,
}) => {
  const { dialog, w } = await openAdd(page);
  const latitude = dialog.getByLabel(w.latitude);
  for (const text of ['abc', '', '12abc']) {
    await latitude.fill(text);
    await latitude.blur();
    await expect(latitude).toHaveValue('0');
  }
  const name = unique('Zero');
  await dialog.getByLabel(w.name).fill(name);
  await dialog.getByRole('textbox', { name: w.address }).fill('Somewhere');
  await dialog.getByLabel(w.type).selectOption('other');
  await latitude.fill('257617');
  await dialog.getByRole('button', { name: w.create }).click();
  await expect(latitude).toHaveAttribute('aria-invalid', 'true');
  await latitude.fill('91');
  await dialog.getByLabel(w.longitude).fill('not a number');
  await dialog.getByRole('button', { name: w.create }).click();
  await expect(latitude).toHaveAttribute('aria-invalid', 'true');
  await latitude.fill('25.5');
  await dialog.getByRole('button', { name: w.create }).click();
  const question = page.getByRole('alertdialog', { name: 'Is the store really there?' });
  await expect(question).toContainText('do not lie in the United States');
  await question.getByRole('button', { name: 'Check again' }).click();
  await latitude.fill('-80.2');
  await dialog.getByLabel(w.longitude).fill('25.5');
  await dialog.getByRole('button', { name: w.create }).click();
  await expect(question).toContainText('look exchanged');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Check again' }).click();
  await latitude.fill('25.5');
  await dialog.getByLabel(w.longitude).fill('0');
  await dialog.getByRole('button', { name: w.create }).click();
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expectToast(page, 'Location created');
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('25.5000, 0.0000');
  await expect(page.getByRole('columnheader')).toHaveText(['Store Name', 'Address', 'Type', 'Coordinates', 'Actions']);
});

for (const [language, found, foundText, lost, lostText, blank, blankText] of lastInGate([
  [
    'en',
    'Coordinates found',
    'Latitude: 25.7617, Longitude: -80.1918',
    'Address not found',
    'Could not find coordinates for this address. Please check the address or enter coordinates manually.',
    'Address required',
    'Please enter an address first.',
  ],
  [
    'es',
    'Coordenadas encontradas',
    'Latitud: 25.7617, longitud: -80.1918',
    'Dirección no encontrada',
    'No aparecieron coordenadas para esta dirección. Revísala o escribe las coordenadas a mano.',
    'Falta la dirección',
    'Escribe primero una dirección.',
  ],
])) {
  test(`geocoding: found, not found, no address, in ${language}`, async ({ page }) => {
    const asked: URL[] = [];
    let answer: object[] = [{ lat: '25.7616798', lon: '-80.1917902' }];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(SEARCH, async (route) => {
      asked.push(new URL(route.request().url()));
      await held;
      await route.fulfill({ json: answer, headers: { 'access-control-allow-origin': '*' } });
    });
    const { dialog, w } = await openAdd(page, language);
    const find = dialog.getByRole('button', { name: w.find });
    const address = dialog.getByRole('textbox', { name: w.address });
    await expect(find).toBeDisabled();
    await address.fill('   ');
    await expect(find).toBeDisabled();
    await address.press('Enter');
    await expectToast(page, blank, blankText);
    await address.fill('Calle Ocho & 27, Miami');
    await find.click();
    await expect(find).toBeDisabled();
    release();
    await expectToast(page, found, foundText);
    await expect(dialog.getByLabel(w.latitude)).toHaveValue('25.7616798');
    await expect(dialog.getByLabel(w.longitude)).toHaveValue('-80.1917902');
    await expect(dialog.getByRole('img')).toBeVisible();
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      format: 'json',
      limit: '1',
      q: 'Calle Ocho & 27, Miami',
    });
    answer = [];
    await find.click();
    await expectToast(page, lost, lostText);
    await expect(dialog.getByRole('link', { name: /OpenStreetMap/ }).first()).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/copyright',
    );
  });
}

test.describe('with answers that are no success', () => {
  test.use({ allowConsole: FAILED_ANSWERS });

  for (const [language, title, text] of lastInGate([
    ['en', 'Geocoding error', 'Failed to get coordinates. Please enter them manually.'],
    ['es', 'Error al buscar', 'No se pudieron obtener las coordenadas. Escríbelas a mano.'],
  ])) {
    test(`F14: with the search service down typed coordinates are saved all the same, in ${language}`, async ({
      page,
    }) => {
      await page.route(SEARCH, (route) => route.abort());
      const { dialog, w } = await openAdd(page, language);
      const name = unique('Sin mapa');
      await dialog.getByLabel(w.name).fill(name);
      await dialog.getByRole('textbox', { name: w.address }).fill('820 SW 8th Street');
      await dialog.getByLabel(w.type).selectOption('mini-mart');
      await dialog.getByRole('button', { name: w.find }).click();
      await expectToast(page, title, text);
      await dialog.getByLabel(w.latitude).fill('25.76');
      await dialog.getByLabel(w.longitude).fill('-80.2');
      await dialog.getByRole('button', { name: w.create }).click();
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('25.7600, -80.2000');
    });
  }

  for (const [language, title, create, update, remove] of lastInGate([
    [
      'en',
      'Error',
      'Failed to create store location',
      'Failed to update store location',
      'Failed to delete store location',
    ],
    [
      'es',
      'Error',
      'No se pudo crear el punto de venta',
      'No se pudo actualizar el punto de venta',
      'No se pudo borrar el punto de venta',
    ],
  ])) {
    test(`create, update and delete that fail say so and lose nothing, in ${language}`, async ({ page }) => {
      const path = /\/api\/admin\/store-locations/;
      const { dialog, w } = await openAdd(page, language);
      const name = unique('Frágil');
      await dialog.getByLabel(w.name).fill(name);
      await dialog.getByRole('textbox', { name: w.address }).fill('820 SW 8th Street');
      await dialog.getByLabel(w.type).selectOption('mini-mart');
      await dialog.getByLabel(w.latitude).fill('25.7658');
      await dialog.getByLabel(w.longitude).fill('-80.2101');
      let mend = await failCalls(page, path, ['POST', 'PATCH', 'DELETE']);
      await dialog.getByRole('button', { name: w.create }).click();
      await expectToast(page, title, create);
      await expect(dialog.getByLabel(w.name)).toHaveValue(name);
      await mend();
      await dialog.getByRole('button', { name: w.create }).click();
      const row = page.getByRole('row').filter({ hasText: name });
      await expect(row).toBeVisible();
      mend = await failCalls(page, path, ['POST', 'PATCH', 'DELETE']);
      await row.getByRole('button').first().click();
      await page.getByRole('dialog').getByRole('button', { name: w.update }).click();
      await expectToast(page, title, update);
      await page.keyboard.press('Escape');
      await row.getByRole('button').nth(1).click();
      await page.getByRole('alertdialog').getByRole('button').nth(1).click();
      await expectToast(page, title, remove);
      await mend();
      await page.reload();
      await expect(row).toBeVisible();
    });
  }
});

test(
  'a store is saved neither at 0, 0 nor with coordinates of another address nor twice, unless one says so',
  FULL_TIER,
  async ({ page }) => {
    const { dialog, w } = await openAdd(page, 'en');
    const name = unique('Gemela');
    await dialog.getByLabel(w.name).fill(name);
    const address = dialog.getByRole('textbox', { name: w.address });
    await address.fill('820 SW 8th Street');
    await dialog.getByLabel(w.type).selectOption('mini-mart');
    const save = dialog.getByRole('button', { name: w.create });
    await save.click();
    await expect(dialog.getByText('No store can be at these coordinates.')).toBeVisible();
    await expect(dialog.getByLabel(/^Long/)).toHaveAttribute('inputmode', 'text');
    await dialog.getByLabel(/^Lat/).fill('25.7658');
    await dialog.getByLabel(/^Long/).fill('-80.2101');
    await address.fill('900 Palm Avenue, Hialeah');
    await expect(dialog.getByText('The coordinates belong to another address.')).toBeVisible();
    await save.click();
    const stale = page.getByRole('alertdialog', { name: 'Keep the old coordinates?' });
    await stale.getByRole('button', { name: 'Save anyway' }).click();
    const rows = page.getByRole('row').filter({ hasText: name });
    await expect(rows).toHaveCount(1);

    await page.getByRole('button', { name: 'Add Location' }).click();
    await dialog.getByLabel(w.name).fill(name.toUpperCase());
    await address.fill('900 Palm Avenue,  Hialeah ');
    await dialog.getByLabel(w.type).selectOption('mini-mart');
    await dialog.getByLabel(/^Lat/).fill('25.7658');
    await dialog.getByLabel(/^Long/).fill('-80.2101');
    await save.click();
    const twin = page.getByRole('alertdialog', { name: 'Add this store a second time?' });
    await twin
      .getByRole('button', { name: 'Save anyway' })
      .evaluate((button: HTMLButtonElement) => Array.from({ length: 3 }, () => button.click()));
    await expect(page.getByRole('row').filter({ hasText: new RegExp(name, 'i') })).toHaveCount(2);
  },
);
