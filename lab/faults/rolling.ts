import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { runNginx } from '#lab/bench/nginx.ts';
import { ms } from '#lab/bench/report.ts';
import { withSbin } from '#lab/bench/wrk.ts';
import { aCart, aNewYorkAddress } from '#test/makers.ts';
import type { Program } from '#test/program.ts';
import { answeredOrders, countUp, crowd } from './crowd.ts';
import type { Fault } from './lab.ts';
import { agrees, asText, Owner, priceOf, readers } from './publish.ts';
import { pause } from './world.ts';

const INSTANCES = [2, 4];
const READERS = 8;
const FLOODERS = 16;
/** Quotes per minute for one address at each instance: far more than the shoppers need, far less than a flood. */
const LIMIT_RATES = 800;
/** A visitor at another address of this machine. */
const FLOODER = '127.0.0.9';

/** The shop of `deploy/nginx.conf` over HTTP, with its log in the folder, and one line for each instance. */
function configuration(folder: string, port: number, ports: readonly number[]): string {
  const text = readFileSync('deploy/nginx.conf', 'utf8');
  const head = text.slice(0, text.indexOf('\nserver {'));
  const shop = text.slice(text.lastIndexOf('\nserver {'));
  return `${head}${shop}`
    .replace(/^ *(listen|server_name|ssl_certificate|ssl_certificate_key) .*$/gm, '')
    .replace('access_log /var/log/nginx/', `listen 127.0.0.1:${port};\n  access_log ${folder}/`)
    .replace(/server 127\.0\.0\.1:3000(.*);/, (_, how) =>
      ports.map((each) => `server 127.0.0.1:${each}${how};`).join('\n'),
    );
}

/** Requests quotes without a pause, from a separate address. Counts the answers by status. */
function flood(url: string) {
  const statuses = new Map<number, number>();
  const agent = new Agent({ keepAlive: true, maxSockets: FLOODERS });
  const body = JSON.stringify({ items: aCart(), shippingAddress: aNewYorkAddress() });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const ask = () =>
    new Promise<number>((done) => {
      const options = { agent, method: 'POST', localAddress: FLOODER, headers };
      const call = request(`${url}/api/shipping-rates`, options, (answer) => {
        answer.resume();
        answer.once('close', () => done(answer.statusCode ?? 0));
      });
      call.once('error', () => done(0));
      call.end(body);
    });
  let isOver = false;
  const all = Array.from({ length: FLOODERS }, async () => {
    while (!isOver) {
      const status = await ask();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // A refusal says when to retry; the flood retries at once, here after a moment.
      await pause(5);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(all);
      agent.destroy();
      return statuses;
    },
  };
}

const rollingUpdate: Fault = {
  name: 'F19 a publish, a flood and a rolling update behind nginx',
  engines: ['postgres'],
  isAlone: true,
  tries: () => INSTANCES.length,
  obstacle: () => (spawnSync('nginx', ['-v'], { env: withSbin() }).error ? 'nginx is not here' : null),
  run: async (lab) => {
    for (const count of INSTANCES) {
      const world = await lab.world({ env: { TRUST_PROXY: '127.0.0.1', LIMIT_RATES: String(LIMIT_RATES) } });
      const programs: Program[] = [];
      for (let i = 0; i < count; i++) programs.push(await world.start());
      const ports = programs.map(({ url }) => Number(new URL(url).port));
      const front = await runNginx((folder, port) => configuration(folder, port, ports));
      const prices = new Set([asText(priceOf(1))]);
      const owner = await Owner.signIn(front);

      const shoppers = crowd(world, front);
      const quiet = readers([front], prices, READERS);
      await pause(5_000);
      const before = await quiet.stop();

      const visitors = readers([front], prices, READERS);
      const attacker = flood(front.url);
      await pause(1_000);
      await owner.publishPrice(priceOf(1));
      for (const [i, port] of ports.entries()) {
        lab.demand((await programs[i]?.stop()) === 0, `instance ${i + 1} of ${count} did not end well`);
        programs[i] = await world.start({}, { port });
      }
      const answers = await attacker.stop();
      const after = await visitors.stop();
      await shoppers.stop();
      const agent = new Agent();
      for (const { url } of programs) await agrees(lab, url, asText(priceOf(1)), agent);
      agent.destroy();
      const logged = await front.stop();

      const refused = answers.get(429) ?? 0;
      lab.demand(shoppers.refusals.length === 0, `shoppers met ${countUp(shoppers.refusals)}`);
      lab.demand(after.failed === 0, `${after.failed} of ${after.read} pages were not answered`);
      lab.demand(after.mixed === 0, `${after.mixed} of ${after.read} pages were of two revisions`);
      lab.demand(refused > 0, 'the flood was not refused, so it was none');
      const others = [...answers].filter(([status]) => status !== 200 && status !== 429);
      lab.demand(others.length === 0, `the flood met ${others.map(([status, n]) => `${status} ×${n}`).join(', ')}`);
      // Refused connections show nginx that an instance is down; it uses the next.
      const errors = logged.split('\n').filter((line) => line !== '' && !line.includes('Connection refused'));
      if (others.length > 0 || after.failed > 0) lab.demand(false, errors.slice(0, 5).join('\n'));
      lab.note(`${count} instances: ${answeredOrders(world)} orders, ${after.read} pages, none failed`);
      lab.note(`p99 of a page ${ms(after.p99)} ms, ${ms(before.p99)} before`);
      lab.note(`${refused} of ${[...answers.values()].reduce((sum, n) => sum + n, 0)} calls of the flood refused`);
      const [last, ...rest] = programs;
      for (const program of rest) await program.stop();
      await lab.settle(world, last);
    }
  },
};

export const rollingFaults: readonly Fault[] = [rollingUpdate];
