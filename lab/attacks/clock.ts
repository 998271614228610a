import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { prepareEngineOn, startBase } from '#test/engine-base.ts';
import { type Program, startProgram } from '#test/program.ts';
import type { Finding } from './finding.ts';
import { post, shop } from './floods.ts';
import { ATTACKED_ENV } from './known.ts';

/*
 * F17: the time of day is set while limits are exhausted; their minute runs by the monotonic clock. Afterwards neither
 * those callers nor others may be refused.
 */

const STARTS = 10;
const WRONG_PASSWORDS = 8;
const MINUTE_MS = 61_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A caller who has exhausted the limit, and a later one. */
const [EAGER, LATER] = ['127.0.0.70', '127.0.0.71'];

/**
 * The clock's error while the limits are exhausted, and after that. With `isRestart` the program is killed in between.
 */
type Jump = { name: string; fromMs: number; toMs: number; isRestart: boolean };
const JUMPS: readonly Jump[] = [
  { name: 'a day ahead, then put right', fromMs: DAY_MS, toMs: 0, isRestart: false },
  { name: 'set back by two hours', fromMs: 0, toMs: -2 * HOUR_MS, isRestart: false },
  { name: 'put right across a restart', fromMs: DAY_MS, toMs: 0, isRestart: true },
  { name: 'set ahead by a day across a restart', fromMs: 0, toMs: DAY_MS, isRestart: true },
];

export async function attackWithClock(): Promise<Finding[]> {
  const { base, stop } = await startBase('pglite');
  const found = { calls: 0, refused: [] as string[], hits: [] as string[] };
  const inJump = async (jump: Jump) => {
    const engine = await prepareEngineOn(base);
    const work = mkdtempSync(join(tmpdir(), 'shop-clock-'));
    try {
      await tryJump(jump, engine.options.dataDir, join(work, 'offset'), found);
    } catch (error) {
      found.hits.push(`${jump.name}: ${error}`);
    } finally {
      rmSync(work, { recursive: true, force: true });
      await engine.remove();
    }
  };
  const control = runControl();
  try {
    await Promise.all(JUMPS.map(inJump));
  } finally {
    await stop();
  }
  const refusedControls = await control;
  const hits = [...found.hits, ...found.refused];
  const set = JUMPS.filter(({ isRestart }) => !isRestart);
  if (refusedControls.length !== set.length) hits.push('the control refused nobody');
  return [
    {
      row: 'F17',
      tried: `the clock ${JUMPS.map(({ name }) => name).join('; ')}: right passwords and payment starts afterwards, of who had used up both limits and of another`,
      tries: found.calls,
      result: `${found.refused.length} refused (control, the limits that go by the time of day: refused ${refusedControls.join(' and ')})`,
      hits,
    },
  ];
}

async function tryJump(
  jump: Jump,
  dataDir: string,
  file: string,
  found: { calls: number; refused: string[]; hits: string[] },
): Promise<void> {
  const start = () => {
    const env = {
      ADMIN_PASSWORD: ATTACKED_ENV.ADMIN_PASSWORD,
      LOG_LEVEL: 'info',
      LIMIT_PAYMENT_STARTS: String(STARTS),
      CLOCK_FILE: file,
      NODE_OPTIONS: `--import ${pathToFileURL(resolve('lab/attacks/clock-preload.ts')).href}`,
    };
    return startProgram({ dataDir, env });
  };
  const look = async ({ url }: Program, when: string, callers: string[]) => {
    const refuse = (what: string) => found.refused.push(`${jump.name}, ${when}: ${what}`);
    for (const caller of callers) {
      const { status } = await logIn(url, ATTACKED_ENV.ADMIN_PASSWORD, caller);
      if (status !== 200) refuse(`the right password of ${caller} was answered ${status}`);
      await shop(url, caller, false).catch((error: Error) => refuse(`${caller}: ${error.message}`));
      found.calls += 2;
    }
  };
  writeFileSync(file, String(jump.fromMs));
  let program = await start();
  try {
    const off = readClock(program) - Date.now() - jump.fromMs;
    if (!(Math.abs(off) < MINUTE_MS)) found.hits.push(`${jump.name}: the clock was not set, it is off by ${off} ms`);
    if (!(await exhaust(program.url))) found.hits.push(`${jump.name}: the limits were not used up`);
    if (jump.isRestart) await program.stop('SIGKILL');
    writeFileSync(file, String(jump.toMs));
    if (jump.isRestart) program = await start();
    // Counts of payment starts end with the process; login attempts with impossible times are ignored.
    await look(program, 'at once', jump.isRestart ? [EAGER, LATER] : [LATER]);
    if (jump.isRestart) return;
    await new Promise((done) => setTimeout(done, MINUTE_MS));
    await look(program, 'a minute later', [EAGER, LATER]);
    await program.stop('SIGKILL');
    program = await start();
    await look(program, 'after a restart', [EAGER, LATER]);
  } finally {
    await program.stop('SIGKILL');
  }
}

const logIn = (url: string, password: string, caller: string) => post(url, '/api/admin/login', { password }, caller);

/** @returns whether both limits refuse now */
async function exhaust(url: string): Promise<boolean> {
  let refused = 0;
  for (let i = 0; i < WRONG_PASSWORDS; i++) {
    if ((await logIn(url, 'not the password', EAGER)).status === 429) refused += 1;
  }
  const started: string[] = [];
  for (let i = 0; i <= STARTS; i++) {
    await shop(url, EAGER, false).catch((error: Error) => started.push(error.message));
  }
  return refused > 0 && started.some((message) => message.endsWith(' 429'));
}

/** The program's own time of day, from its log: Node uses a separate clock for response headers. */
function readClock(program: Program): number {
  return Number([...program.output().matchAll(/"time":(\d+)/g)].at(-1)?.[1]);
}

/**
 * The limits of `@fastify/rate-limit` with its own store. @returns the jumps after which a caller is still refused a
 * minute later
 */
async function runControl(): Promise<string[]> {
  const refused: string[] = [];
  for (const { name, fromMs, toMs, isRestart } of JUMPS) {
    if (isRestart) continue;
    const app = fastify();
    await app.register(rateLimit, { max: STARTS, timeWindow: MINUTE_MS - 1_000 });
    app.get('/', async () => 'served');
    for (let i = 0; i <= STARTS; i++) await callAt(fromMs, app);
    if ((await callAt(toMs + MINUTE_MS, app)) === 429) refused.push(name);
    await app.close();
  }
  return refused;
}

/** One call while this process's time of day is wrong. */
async function callAt(offsetMs: number, app: ReturnType<typeof fastify>): Promise<number> {
  const real = Date.now;
  Date.now = () => real() + offsetMs;
  try {
    return (await app.inject('/')).statusCode;
  } finally {
    Date.now = real;
  }
}
