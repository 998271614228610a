import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTexts } from '#brand/texts/tables.ts';
import { freePort } from '#test/postgres.ts';

const ONCE = ['content-security-policy', 'x-content-type-options', 'cache-control', 'content-encoding', 'etag'];
/** Above the shop's own limit for other calls, below that of Stripe's webhook. */
const WEBHOOK_BYTES = 200 * 1024;

/**
 * Tests the examples in deploy/ in front of a running shop with a webhook, and the unit's syntax. @returns what was
 * tried, and what is not installed
 */
export async function tryProxies(shop: string, folder: string): Promise<string[]> {
  const said = [checkUnit(folder)];
  for (const [name, proxy] of [
    ['nginx', nginx],
    ['caddy', caddy],
  ] as const) {
    if (!isInstalled(name)) {
      said.push(`${name} is not installed: its example was not tried`);
      continue;
    }
    const port = await freePort();
    const work = join(folder, name);
    mkdirSync(work, { recursive: true });
    const running = await proxy(new URL(shop).host, port, work);
    try {
      const url = `http://127.0.0.1:${port}`;
      if (name === 'nginx') await tryAccessLog(url, join(work, 'shop.log'));
      await tryProxy(url, name === 'nginx' ? [413] : [413, 502]);
      if (name === 'nginx') await tryTooLarge(url);
      said.push(`${name}: syntax, pages, headers once, addresses, limits`);
    } finally {
      // SIGTERM, so that nginx also ends its workers.
      running.kill('SIGTERM');
      await once(running, 'exit');
    }
    if (name === 'nginx') said.push(await tryTls(work));
  }
  return said;
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** systemd checks that the program exists, so the unit names this Node. */
function checkUnit(folder: string): string {
  if (!isInstalled('systemd-analyze')) return 'systemd is not installed: the unit was not checked';
  const unit = readFileSync('deploy/shop.service', 'utf8').replaceAll(
    /^ExecStart=\S+/gm,
    `ExecStart=${process.execPath}`,
  );
  const path = join(folder, 'shop.service');
  writeFileSync(path, unit);
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  // `verify` also reads the machine's other units, whose messages do not matter here.
  const ours = stderr.split('\n').filter((line) => line.includes('shop.service'));
  assert.deepEqual([ours, status === 0 || ours.length === 0], [[], true]);
  return 'systemd: the unit is sound';
}

/** The surrounding settings in Debian 12's nginx.conf. */
const DEBIAN = 'ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; ssl_prefer_server_ciphers on;';
/** A key exchange without forward secrecy. */
const PLAIN_RSA = 'AES128-GCM-SHA256';

/** The protocols and ciphers that the whole example accepts, as `whole.conf` of `nginx`. */
async function tryTls(work: string): Promise<string> {
  const path = join(work, 'whole.conf');
  const [, port = ''] = /listen (\d+) ssl/.exec(readFileSync(path, 'utf8')) ?? [];
  const child = spawn('nginx', ['-c', path], { stdio: 'ignore' });
  const connect = (host: string, ...options: string[]) =>
    spawnSync('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', host, ...options], {
      input: '',
      encoding: 'utf8',
    }).status === 0;
  try {
    for (let i = 0; i < 100 && !connect('www.shop.example'); i++) await new Promise((done) => setTimeout(done, 100));
    for (const host of ['www.shop.example', 'shop.example']) {
      assert.ok(connect(host, '-tls1_3') && connect(host, '-tls1_2'), `${host} takes TLS 1.2 and 1.3`);
      // A present-day client offers the old ones only on request.
      const old = connect(host, '-tls1_1', '-cipher', 'ALL:@SECLEVEL=0');
      const plain = connect(host, '-tls1_2', '-cipher', PLAIN_RSA);
      assert.deepEqual([host, old, plain], [host, false, false], 'nothing older, and nothing without forward secrecy');
    }
    return 'nginx: TLS 1.2 and 1.3 with forward secrecy alone';
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** nginx refuses large bodies with the shop's own text, in the reader's language. */
async function tryTooLarge(url: string): Promise<void> {
  for (const [headers, language] of [
    [{ 'accept-language': 'es-MX,es;q=0.9' }, 'es'],
    [{ 'accept-language': 'es', cookie: 'x=1; lang=en' }, 'en'],
    [{ 'accept-language': 'en', 'x-language': 'es' }, 'es'],
    [{ 'accept-language': 'fr' }, 'en'],
  ] as const) {
    const body = 'x'.repeat(2 * WEBHOOK_BYTES);
    const answer = await fetch(`${url}/api/confirm-order`, { method: 'POST', body, headers: { ...headers } });
    assert.equal(answer.status, 413);
    assert.deepEqual(await answer.json(), { message: errorTexts[language].body_too_large });
  }
}

/** The example with this machine's addresses; `-t` checks all of it, including the certificate. */
async function nginx(shop: string, port: number, work: string): Promise<ChildProcess> {
  const example = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll('127.0.0.1:3000', shop)
    .replace(/\/var\/log\/nginx\/shop\.log/, join(work, 'shop.log'));
  const certificate = join(work, 'fullchain.pem');
  const key = join(work, 'privkey.pem');
  spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=shop.example'],
    ...['-keyout', key, '-out', certificate],
  ]);
  const write = (name: string, servers: string) => {
    const path = join(work, name);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${work}/${kind};`,
    );
    writeFileSync(
      path,
      `daemon off; pid ${work}/pid; error_log ${work}/error.log; events {} http { access_log off; ${DEBIAN} ${temporary.join(' ')}\n${servers}\n}`,
    );
    return path;
  };
  const whole = write(
    'whole.conf',
    example
      .replaceAll(/\/etc\/\S+fullchain.pem/g, certificate)
      .replaceAll(/\/etc\/\S+privkey.pem/g, key)
      .replaceAll(
        /listen (\[::\]:)?(80|443)/g,
        (_, v6 = '', plain) => `listen ${v6}${plain === '80' ? port : port + 1}`,
      ),
  );
  const { status, stderr } = spawnSync('nginx', ['-t', '-c', whole], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  // Without TLS, which needs a trusted certificate.
  const plain = example
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}/, '')
    .replace(/server \{[^{}]*server_name shop\.example;[^{}]*\}/, '')
    .replace(/ {2}listen 443[^;]*;\n.*listen \[::\]:443[^;]*;\n/, `  listen 127.0.0.1:${port};\n`)
    .replaceAll(/ {2}ssl_certificate.*\n/g, '');
  return running('nginx', ['-c', write('plain.conf', plain)], port);
}

async function caddy(shop: string, port: number, work: string): Promise<ChildProcess> {
  const example = readFileSync('deploy/Caddyfile', 'utf8').replaceAll('127.0.0.1:3000', shop);
  const env = { ...process.env, HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work };
  const whole = join(work, 'whole.Caddyfile');
  writeFileSync(whole, example);
  const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', whole], {
    encoding: 'utf8',
    env,
  });
  assert.equal(status, 0, stderr);
  const plain = join(work, 'plain.Caddyfile');
  writeFileSync(
    plain,
    `{\n\tadmin off\n}\n${example.replace(/^www\.shop\.example \{/m, `http://127.0.0.1:${port} {`).replace(/^shop\.example \{[\s\S]*?\n\}/m, '')}`,
  );
  return running('caddy', ['run', '--adapter', 'caddyfile', '--config', plain], port, env);
}

async function running(command: string, args: string[], port: number, env = process.env): Promise<ChildProcess> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr?.on('data', (chunk) => (errors += chunk));
  for (let i = 0; i < 100; i++) {
    assert.equal(child.exitCode, null, `${command} ended:\n${errors}`);
    if (
      await fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return child;
    await new Promise((done) => setTimeout(done, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`${command} serves nothing:\n${errors}`);
}

/** N8: secrets in the bank's return URL and an order's page are not logged. */
async function tryAccessLog(url: string, file: string): Promise<void> {
  await fetch(`${url}/shop?payment_intent=pi_x&payment_intent_client_secret=pi_x_secret_word`);
  await fetch(`${url}/order/token-word`, { headers: { referer: `${url}/shop?secret_word` } });
  await fetch(`${url}/api/orders/token-word?x=secret_word`);
  const paths = ['"GET /shop"', '"GET /order/-"', '"GET /api/orders/-"'];
  // A line is written after its answer was sent.
  let lines = '';
  for (let i = 0; i < 50 && !paths.every((path) => lines.includes(path)); i++) {
    await new Promise((done) => setTimeout(done, 100));
    lines = readFileSync(file, 'utf8');
  }
  for (const path of paths) assert.ok(lines.includes(path), lines);
  assert.doesNotMatch(lines, /secret_word|token-word/);
}

/**
 * @param tooLarge the proxy's own statuses for a body above its limit; Caddy answers a body cut off as a bad gateway
 */
async function tryProxy(url: string, tooLarge: number[]): Promise<void> {
  // fetch would decompress bodies and merge duplicate headers; curl shows the raw answer.
  const { stdout } = spawnSync(
    'curl',
    ['-s', '-D', '-', '-o', '/dev/null', '-H', 'accept-encoding: br, gzip', `${url}/shop`],
    {
      encoding: 'utf8',
    },
  );
  const headers = stdout.toLowerCase().split('\r\n');
  for (const name of ONCE)
    assert.equal(headers.filter((line) => line.startsWith(`${name}:`)).length, 1, `${name}: ${stdout}`);
  assert.ok(headers.includes('content-encoding: br'), stdout);

  // Too many attempts from one address are refused. A visitor may send any address header: the proxy's counts.
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  const answers = await Promise.all(
    Array.from({ length: 140 }, (_, i) => post('/api/shipping-rates', '{}', { 'x-forwarded-for': `203.0.113.${i}` })),
  );
  assert.ok(
    answers.some(({ status }) => status === 429),
    'made-up addresses have no limits of their own',
  );

  // The shop reads this one to its end before it refuses the signature. A call refused before its body is read may be
  // answered while the proxy still sends, and then it is undefined whose answer arrives.
  const large = await post('/api/stripe/webhook', 'x'.repeat(WEBHOOK_BYTES), { 'stripe-signature': 't=1,v1=x' });
  assert.equal(large.status, 400, 'a webhook of 200 KB reaches the shop');
  assert.match(large.headers.get('content-type') ?? '', /json/, 'and the shop answers it');
  // Caddy forwards what it has received so far, and the shop, whose limit is the same, may refuse first; or the
  // connection ends while the client still sends. Without the proxy's own limit it would always be the shop.
  let refusals = 0;
  for (let i = 0; i < 20 && refusals === 0; i++) {
    const huge = await post('/api/stripe/webhook', 'x'.repeat(2 * WEBHOOK_BYTES)).catch(() => null);
    assert.ok(!huge?.ok, 'one of 400 KB does not');
    if (huge && tooLarge.includes(huge.status) && !huge.headers.has('content-security-policy')) refusals += 1;
  }
  assert.equal(refusals, 1, 'the proxy itself refuses 400 KB');
}
