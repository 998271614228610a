import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '#scripts/free-port.ts';
import { listParts } from '#test/parts.ts';
import { axeOf } from './axe.ts';
import { FULL_TIER } from './cases.ts';

const files = listParts();

test.describe.configure({ mode: 'serial' });

let dev: ChildProcess;
let url: string;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'dev-ui-'));
  const port = await freePort();
  url = `http://localhost:${port}/dev/ui`;
  dev = spawn(process.execPath, ['scripts/dev.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await expect
    .poll(() =>
      fetch(url).then(
        (answer) => answer.ok,
        () => false,
      ),
    )
    .toBe(true);
});

test.afterAll(async () => {
  const ended = new Promise((done) => dev.once('close', done));
  dev.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
});

for (const width of [375, 1440]) {
  test(`every part is shown in its states, and axe finds nothing: ${width} px`, FULL_TIER, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
    });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(url);
    for (const file of files) {
      const part = page.getByRole('region', { name: file, exact: true });
      await expect(part, file).toBeVisible();
      for (const state of await part.locator('> ul > li').all()) {
        const { width: shown, height } = (await state.locator('> div').boundingBox()) ?? { width: 0, height: 0 };
        expect(shown * height, `${file}: ${await state.getAttribute('aria-label')}`).toBeGreaterThan(0);
      }
    }
    // Rows about to be replaced are dimmed for a moment.
    const { violations } = await axeOf(page).exclude('[aria-busy="true"].opacity-60').analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.target).join(' ')}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(errors).toEqual([]);
  });
}

test('what covers the page opens, takes the focus and gives it back', FULL_TIER, async ({ page }) => {
  await page.goto(url);
  for (const name of ['a question', 'a dialog', 'a drawer', 'a recipient']) {
    const opener = page.getByRole('button', { name: `Open ${name}` });
    await opener.click();
    const dialog = page.locator('dialog');
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(':focus')).toHaveCount(1);
    const { violations } = await axeOf(page).include('dialog').analyze();
    expect(violations.map(({ id }) => `${name}: ${id}`)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});
