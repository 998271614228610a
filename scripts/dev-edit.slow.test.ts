import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findBrowser } from '#test/browser.ts';
import { freePort } from './free-port.ts';

/** Folders that development does not read, or that are generated. */
const LEFT_OUT = /^(?:node_modules|\.git|\.cache|dist|test-results|data|test[/\\]fixtures)(?:[/\\]|$)/;
const WAIT = { timeout: 30_000 };

let folder: string;
let dev: ChildProcess;
let output = '';
let browser: Browser;
let page: Page;
let address: string;
/** The folder is a copy, so that the sources stay unchanged. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-dev-'));
  const top = resolve('.') + sep;
  cpSync('.', folder, { recursive: true, filter: (path) => !LEFT_OUT.test(resolve(path).slice(top.length)) });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const [port, apiPort] = [await freePort(), await freePort()];
  address = `http://localhost:${port}`;
  dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: String(port),
      API_PORT: String(apiPort),
      DATA_DIR: join(folder, 'data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  dev.stdout?.on('data', (chunk) => (output += chunk));
  dev.stderr?.on('data', (chunk) => (output += chunk));
  await vi.waitFor(() => expect(output).toContain(`localhost:${port}`), { timeout: 200_000 });
  browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  page = await browser.newPage();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  dev?.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const shownLength = async () => ((await page.locator('main').textContent()) ?? '').length;
const overlayText = async () =>
  (await page.locator('vite-error-overlay').count()) > 0
    ? await page.locator('vite-error-overlay .message').textContent()
    : '';

/** Opens a page and waits until it is fully rendered. */
async function open(path: string): Promise<number> {
  await page.goto(address + path);
  let before = -1;
  const isStill = async () => {
    const now = await shownLength();
    const same = now > 300 && now === before;
    before = now;
    return same;
  };
  await expect.poll(isStill, { timeout: 120_000, interval: 1_500 }).toBe(true);
  return before;
}

/** Saves changed content. @returns restores the old content */
function save(file: string, change: (text: string) => string): () => void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);
  return () => writeFileSync(path, text);
}
const updateOf = (file: string) =>
  page.waitForEvent('console', { predicate: (line) => line.text().includes(`hot updated: ${file}`), timeout: 60_000 });

test.each([
  ['/', '/pages/home.tsx'],
  ['/about', '/pages/about.tsx'],
  ['/product', '/pages/product.tsx'],
  ['/wholesale', '/pages/wholesale.tsx'],
  ['/', '/layout/footer.tsx'],
])('a save of the file open at %s keeps the whole page: %s', { timeout: 240_000 }, async (path, file) => {
  const length = await open(path);
  for (let i = 0; i < 3; i++) {
    const updated = updateOf(file);
    save(`client${file}`, (text) => `${text}\n// ${i}\n`);
    await updated;
    await expect.poll(shownLength, WAIT).toBe(length);
  }
});

test('a saved text is shown; a broken file covers the page with its name and the reason until it is fixed', {
  timeout: 240_000,
}, async () => {
  await open('/');
  const file = 'brand/texts/en/site.json';
  const heading = () => page.locator('h1').textContent();
  const before = await heading();
  const back = save(file, (text) => text.replace('"home_heading": "', '"home_heading": "Saved: '));
  await expect.poll(heading, WAIT).toBe(`Saved: ${before}`);
  back();
  await expect.poll(heading, WAIT).toBe(before);

  const mend = save(file, (text) => text.replace('"home_heading": "', '"home_heading": '));
  await expect.poll(overlayText, WAIT).toContain('site.json');
  mend();
  await expect.poll(overlayText, WAIT).toBe('');
  await expect.poll(heading, WAIT).toBe(before);
});

test('a syntax error in a component covers the page until it is fixed', { timeout: 240_000 }, async () => {
  const length = await open('/');
  const mend = save('client/features/site/hero.tsx', (text) => text.replace('return (', 'return (( <'));
  await expect.poll(overlayText, WAIT).toContain('hero.tsx');
  mend();
  await expect.poll(overlayText, WAIT).toBe('');
  await expect.poll(shownLength, WAIT).toBe(length);
});
