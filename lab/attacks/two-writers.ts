import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { orders } from '#server/features/orders/schema.ts';
import { orderNumber as orderNumberOf } from '#shared/orders/orders.ts';
import { type Engine, prepareEngineOn, startBase } from '#test/engine-base.ts';
import { NO_LIMITS } from '#test/makers.ts';
import { type Program, spawnProgram, startProgram } from '#test/program.ts';
import { confirmOrder, payFor } from '#test/shopper.ts';
import { type Finding, skipped } from './finding.ts';
import { buy } from './known.ts';

/* F15: a second program is refused the folder of one that it cannot see well. */

const ROUNDS = 2;
/** No round begins after this. */
const LIMIT_MS = 45_000;
const BUYERS = 3;
const PAUSED_MS = 12_000;
/** A separate PID namespace, without other processes' ids. The host name stays. */
const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];

/** How a round hides the first program. */
type Way = {
  /** Commands that run the first program, and the second. */
  launchers?: (round: number) => readonly [string[], string[]];
  isPaused?: true;
};

const WAYS: Record<string, Way> = {
  'another namespace of processes under one host name': {
    launchers: (round) => (round % 2 === 0 ? [[], UNSHARE] : [UNSHARE, []]),
  },
  'an owner paused for 12 s': { isPaused: true },
};

type Found = { tries: number; acknowledged: number; lost: number; hits: string[] };

export async function attackWithTwoWriters(): Promise<Finding[]> {
  const hasNamespaces = spawnSync(UNSHARE[0] ?? '', [...UNSHARE.slice(1), 'true']).status === 0;
  const { base, stop } = await startBase('pglite');
  const begun = performance.now();
  const rowsOf = async ([tried, way]: [string, Way]): Promise<Finding> => {
    if (way.launchers && !hasNamespaces) return skipped('F15', tried, 'unshare is missing, or not permitted here');
    const found: Found = { tries: 0, acknowledged: 0, lost: 0, hits: [] };
    for (let round = 0; round < ROUNDS && (round === 0 || performance.now() - begun < LIMIT_MS); round++) {
      const engine = await prepareEngineOn(base);
      await tryRound(engine, way, round, found)
        .catch((error) => found.hits.push(`${tried}: ${error}`))
        .finally(() => engine.remove());
      found.tries += 1;
    }
    const control = await runControl(way);
    const hits = [...found.hits];
    if (found.lost > 0) hits.push(`${found.lost} answered orders are gone`);
    if (control.lost === 0) hits.push('the control lost nothing');
    return {
      row: 'F15',
      tried: `a second program on the folder: ${tried}`,
      tries: found.tries,
      result: `${found.lost} of ${found.acknowledged} answered orders lost; the second each time refused (control, a lock by process number and time of day: ${control.lost} of ${control.saved} lost)`,
      hits,
    };
  };
  try {
    return await Promise.all(Object.entries(WAYS).map(rowsOf));
  } finally {
    await stop();
  }
}

async function tryRound(engine: Engine, way: Way, round: number, found: Found): Promise<void> {
  const { dataDir } = engine.options;
  const env = { ...NO_LIMITS, LOG_LEVEL: 'warn' };
  const [before, beforeSecond] = way.launchers?.(round) ?? [[], []];
  const answered: string[] = [];
  const buyAt = async ({ url }: Program) => {
    for (let i = 0; i < BUYERS; i++) answered.push(await buy(url));
  };
  const programs: Program[] = [];
  try {
    const first = await startProgram({ dataDir, env, before });
    programs.push(first);
    await buyAt(first);
    // Paid before the pause, and reported during it.
    const paid = way.isPaused ? await payFor(first.url) : null;
    if (paid !== null) first.process.kill('SIGSTOP');
    const end = performance.now() + PAUSED_MS;
    const told = paid === null ? null : confirmOrder(first.url, paid).catch(() => null);
    const second = await spawnProgram({ dataDir, env, before: beforeSecond });
    programs.push(second);
    if (await isReady(second)) found.hits.push('the second was let in beside the first');
    if (paid !== null) {
      await pause(Math.max(0, end - performance.now()));
      first.process.kill('SIGCONT');
      const late = await told;
      if (late !== null) answered.push(late.orderNumber);
    }
    await buyAt(first);
  } finally {
    await Promise.all(programs.map((program) => program.stop('SIGKILL')));
  }
  const kept = await engine.read((db) => db.select({ id: orders.id }).from(orders));
  const numbers = new Set(kept.map(({ id }) => orderNumberOf(id)));
  found.acknowledged += answered.length;
  found.lost += answered.filter((number) => !numbers.has(number)).length;
}

/** @returns false when it was refused the folder. @throws Error when it ended for another reason, or is never ready */
async function isReady(program: Program): Promise<boolean> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    if (program.process.exitCode !== null) {
      await program.exited;
      if (/in use by another process/.test(program.output())) return false;
      throw new Error(`The second program ended at start:\n${program.output()}`);
    }
    if ((await fetch(`${program.url}/readyz`).catch(() => null))?.ok) return true;
    await pause(50);
  }
  throw new Error(`The second program was not ready in 60 s:\n${program.output()}`);
}

/* ---- the control ---- */

/** Two of `careless-writer.ts` in the same situation; what was reported as saved and is missing afterwards is lost. */
async function runControl(way: Way): Promise<{ saved: number; lost: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-careless-'));
  const [before, beforeSecond] = way.launchers?.(0) ?? [[], []];
  const saved: string[] = [];
  const writers: Writer[] = [];
  const start = async (launcher: string[]) => {
    const writer = new Writer(folder, launcher);
    writers.push(writer);
    return (await writer.next()) === 'ready' ? writer : null;
  };
  try {
    const first = await start(before);
    if (first === null) throw new Error('The first careless writer was refused');
    await first.save('first', saved);
    if (way.isPaused) first.process.kill('SIGSTOP');
    // As old as the pause would make it.
    const before15s = Date.now() / 1000 - 15;
    if (way.isPaused) utimesSync(join(folder, 'careless.lock'), before15s, before15s);
    const second = await start(beforeSecond);
    await second?.save('second', saved);
    if (way.isPaused) first.process.kill('SIGCONT');
    await first.save('first again', saved);
    for (const writer of writers) await writer.end();
    return { saved: saved.length, lost: saved.length - (await countSaved(folder, saved)) };
  } finally {
    for (const { process: child } of writers) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder that can no longer be opened has none. */
async function countSaved(folder: string, saved: string[]): Promise<number> {
  try {
    const db = await PGlite.create(join(folder, 'db'));
    const { rows } = await db.query<{ word: string }>('select word from words');
    await db.close();
    const kept = new Set(rows.map(({ word }) => word));
    return saved.filter((word) => kept.has(word)).length;
  } catch {
    return 0;
  }
}

class Writer {
  readonly process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(folder: string, launcher: string[]) {
    const [command = '', ...rest] = [...launcher, process.execPath, resolve('lab/attacks/careless-writer.ts'), folder];
    const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.on('error', () => {});
    this.process = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  async next(): Promise<string | undefined> {
    return (await this.#lines.next()).value;
  }

  async save(name: string, saved: string[]): Promise<void> {
    for (let i = 0; i < BUYERS; i++) {
      this.process.stdin?.write(`${name} ${i}\n`);
      if ((await this.next()) === 'saved') saved.push(`${name} ${i}`);
    }
  }

  async end(): Promise<void> {
    this.process.stdin?.end();
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'exit');
  }
}
