import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { freePort } from '#test/postgres.ts';
import { confirmOrder, payFor } from '#test/shopper.ts';
import { filterContext, type Image, makeImage, makeReadOnly, processOptions, removeFolder } from './dockerfile.ts';
import { tryProxies } from './proxies.ts';

// `npm run lab -- install`: runs each step of the Dockerfile in an empty directory, then the resulting shop like the
// image: as another user, with only the data writable, and without development packages.

const PASSWORD = 'guava and crackers';
/** With a webhook, and an unreachable Stripe. */
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_install0000',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_install0000',
  STRIPE_WEBHOOK_SECRET: 'whsec_install0000',
  STRIPE_API_URL: 'http://127.0.0.1:1',
};
const started = performance.now();
const say = (text: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
const folder = mkdtempSync(join(tmpdir(), 'shop-install-'));

/** The content of a clone, without what .dockerignore excludes. */
function makeContext(): string {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const context = join(folder, 'context');
  const present = files.split('\0').filter((file) => file !== '' && existsSync(file));
  for (const file of filterContext(present, readFileSync('.dockerignore', 'utf8'))) {
    mkdirSync(dirname(join(context, file)), { recursive: true });
    cpSync(file, join(context, file));
  }
  return context;
}

function megabytes(path: string): number {
  return Math.round(Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1024);
}

function checkContents(image: Image): void {
  const app = join(image.root, 'app');
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const leftovers = Object.keys(devDependencies).filter(
    (name) => lock[`node_modules/${name}`]?.dev && existsSync(join(app, 'node_modules', name)),
  );
  assert.deepEqual(leftovers, [], 'no development package');
  const strays = globSync('**/{*.test.ts,.env*,.git*,*.tsx}', { cwd: app, exclude: ['node_modules'] });
  assert.deepEqual(strays, [], 'no tests, no screens, no settings');
  say(`${megabytes(app)} MB beside the base image, ${megabytes(join(app, 'node_modules'))} of them packages`);
}

/** Runs the image's own command; `stop` ends it like `docker stop`. */
function start(image: Image, settings: Record<string, string>) {
  const { env, ...rest } = processOptions(image);
  const [command = '', ...args] = image.command;
  const child = spawn(join(image.root, 'app/node_modules/.bin', command), args, {
    ...rest,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exited = new Promise<number | null>((done) => child.once('close', done));
  return {
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
}

/** A command of the image, run like `docker exec`. */
function exec(image: Image, command: string[], settings: Record<string, string>) {
  const { env, ...rest } = processOptions(image);
  const [name = '', ...args] = command;
  // Bash belongs to the base image.
  return spawnSync(name === 'bash' ? name : join(image.root, 'app/node_modules/.bin', name), args, {
    ...rest,
    env: { ...env, ...settings },
    encoding: 'utf8',
  });
}

/** Runs the shop until the work ends, once its own check reports it as healthy; it has to stop cleanly. */
async function withShop(image: Image, settings: Record<string, string>, work: (url: string) => Promise<void>) {
  const shop = start(image, settings);
  try {
    for (let i = 0; exec(image, image.healthcheck, settings).status !== 0; i++) {
      assert.ok(shop.isRunning() && i < 120, `the shop is not healthy:\n${shop.output()}`);
      await new Promise((done) => setTimeout(done, 500));
    }
    await work(`http://127.0.0.1:${settings.PORT}`);
  } finally {
    const code = await shop.stop();
    assert.equal(code, 0, `stopped in order:\n${shop.output()}`);
  }
}

async function tryShop(image: Image): Promise<void> {
  const port = String(await freePort());
  const common = { PORT: port, ADMIN_PASSWORD: PASSWORD, TRUST_PROXY: '127.0.0.1' };
  const settings = { ...common, ALLOW_SANDBOX_PAYMENTS: 'true' };
  await withShop(image, settings, async (url) => {
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    for (const language of ['en', 'es']) {
      const page = await fetch(`${url}/shop`, { headers: { 'accept-language': language } });
      const html = await page.text();
      assert.equal(page.status, 200);
      assert.ok(html.includes(`<html lang="${language}">`), `the shop page in ${language}`);
      const asset = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1];
      assert.equal((await fetch(url + asset)).status, 200, 'its script');
    }
    assert.equal((await fetch(`${url}/admin/login`)).status, 200);
    const attempt = randomUUID();
    const { orderNumber, statusUrl = '' } = await confirmOrder(url, await payFor(url, { attempt }), attempt);
    assert.match(orderNumber, /^[0-9A-F]{8}$/);
    const status = (await (
      await fetch(`${url}/api${statusUrl.replace('/order/', '/orders/')}`)
    ).json()) as OrderStatusView;
    assert.equal(status.orderNumber, orderNumber);
    say(`healthy, both languages, order ${orderNumber}`);
  });
  await withShop(image, { ...common, ...STRIPE }, async (url) => {
    for (const line of await tryProxies(url, folder)) say(line);
  });
  // Commands that an owner runs beside the shop.
  const backup = join(image.root, 'data/shop.backup');
  for (const [script, args, expected] of [
    ['seed', [], /^added \d+ orders/m],
    ['backup', [backup], /^wrote .*orders \d+/m],
    ['restore', ['--verify', backup], /^whole: .*orders \d+/m],
    ['doctor', [], /^(fault|warning|ok) /m],
  ] as const) {
    const { stdout, stderr } = exec(image, ['node', `scripts/${script}.ts`, ...args], settings);
    assert.match(stdout, expected, `${script}: ${stdout}${stderr}`);
  }
  const { stderr } = exec(image, ['node', 'scripts/admin-password.ts'], settings);
  assert.match(stderr, /^ADMIN_PASSWORD is set/, 'it tells what goes on counting');
  say('stopped in order; the commands beside the shop work');
  // The control: with the root read-only, a wrong data folder must be refused, or nothing above is proved.
  const broken = start(image, { ...settings, DATA_DIR: join(image.root, 'app/data') });
  const limit = setTimeout(() => void broken.stop('SIGKILL'), 30_000);
  while (broken.isRunning()) await new Promise((done) => setTimeout(done, 100));
  clearTimeout(limit);
  assert.match(broken.output(), /may not use|read-only/, 'outside its data the shop may write nothing');
  say('nothing but the data can be written');
}

try {
  say(`the steps of the Dockerfile, in ${folder}`);
  const image = makeImage(readFileSync('Dockerfile', 'utf8'), makeContext(), join(folder, 'stages'));
  spawnSync('chmod', ['a+rx', folder]);
  checkContents(image);
  makeReadOnly(image);
  await tryShop(image);
  say('the production install works');
} finally {
  removeFolder(folder);
}
