import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { AppError } from '#server/errors.ts';
import { createLogger } from '#server/log.ts';
import { aHugePng, aPng } from '#test/media.ts';
import { Converter, type ConverterLimits } from './converter.ts';
import { FileCache } from './file-cache.ts';

/** Limits for a small, busy machine. */
const WAIT = { timeout: 60_000 };

const log = createLogger('silent');
const folder = mkdtempSync(join(tmpdir(), 'converter-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A converter that runs this program text. */
function converterOf(text: string, limits: Partial<ConverterLimits> = {}): Converter {
  const program = join(folder, `${Math.random()}.mjs`);
  writeFileSync(program, text);
  return new Converter({ log, program, limits });
}
const outcomeOf = (converter: Converter, content: Buffer = Buffer.from('x')) =>
  converter.convert(content).then(
    () => 'made',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const isAlive = (pid: number | null) => {
  try {
    return pid !== null && process.kill(pid, 0);
  } catch {
    return false;
  }
};

const ANSWER = `process.stdout.write('{"width":1,"height":1,"hash":"h","widths":[1],"files":[]}\\n');`;
/** Uses 400 MB, and answers after a while. */
const greedy = (ms: number) => `const all = []; for (let i = 0; i < 40; i++) all.push(Buffer.alloc(10e6, 1));
setTimeout(() => { ${ANSWER} all.length }, ${ms});`;

test.runIf(process.platform === 'linux')(
  'a conversion whose memory passes its bound is ended, and one below it is not (S19)',
  async () => {
    const converter = converterOf(greedy(60_000), { rssBytes: 200e6 });
    const outcome = outcomeOf(converter);
    const pid = await vi.waitFor(() => converter.pid ?? Promise.reject(new Error('not started')), WAIT);
    expect(await outcome).toBe('picture_too_heavy');
    expect(isAlive(pid)).toBe(false);
    // The control: the same program with a higher limit.
    expect(await outcomeOf(converterOf(greedy(1_000), { rssBytes: 2e9 }))).toBe('made');
  },
);

/** Uses half a second of processor time: a converter has low priority, so on a busy machine this takes longer. */
const BUSY = `const until = process.cpuUsage().user + 5e5; while (process.cpuUsage().user < until); ${ANSWER}`;

test.runIf(process.platform === 'linux')(
  'processor time is bounded, and not how long a busy machine takes',
  async () => {
    expect(await outcomeOf(converterOf(BUSY, { processorMs: 250 }))).toBe('picture_too_heavy');
    // The controls: the same program with a higher limit, and one that only waits.
    expect(await outcomeOf(converterOf(BUSY, { processorMs: 60_000 }))).toBe('made');
    const waiting = converterOf(`setTimeout(() => { ${ANSWER} }, 1500);`, { processorMs: 1_000 });
    expect(await outcomeOf(waiting)).toBe('made');
  },
);

test('a conversion gives way to shoppers, and still gets its share', async () => {
  const setPriority = vi.spyOn(os, 'setPriority');
  syncBuiltinESMExports();
  const converter = converterOf(`setTimeout(() => { ${ANSWER} }, 500);`);
  const converted = converter.convert(Buffer.from('x'));
  const pid = await vi.waitFor(() => converter.pid ?? Promise.reject(new Error('not started')), WAIT);
  expect(setPriority.mock.calls).toEqual([[pid, os.constants.priority.PRIORITY_BELOW_NORMAL]]);
  await converted;
  setPriority.mockRestore();
  syncBuiltinESMExports();
});

test('a conversion that lasts too long, or answers without end, is ended; the next one runs', async () => {
  // It may succeed when the machine is less busy.
  expect(await outcomeOf(converterOf('setInterval(() => {}, 1000);', { ms: 300 }))).toBe('picture_failed');
  const endless = "const more = () => process.stdout.write('x'.repeat(1e6), more); more();";
  expect(await outcomeOf(converterOf(endless, { outputBytes: 5e6 }))).toBe('picture_too_heavy');
  expect(await outcomeOf(converterOf(ANSWER))).toBe('made');
});

test('a converter that is killed from outside is distinguished from a crash, and leaves nothing', async () => {
  const waiting = converterOf('setInterval(() => {}, 1000);');
  const outcome = outcomeOf(waiting);
  const pid = await vi.waitFor(() => waiting.pid ?? Promise.reject(new Error('not started')), WAIT);
  process.kill(pid, 'SIGKILL');
  expect(await outcome).toBe('picture_failed');
  expect(waiting.pid).toBeNull();
  expect(await outcomeOf(converterOf("process.kill(process.pid, 'SIGSEGV');"))).toBe('picture_broken');
  expect(await outcomeOf(converterOf('process.exitCode = 1;'))).toBe('picture_failed');
  expect(await outcomeOf(converterOf("process.stdout.write('half');"))).toBe('picture_failed');
});

test('one conversion runs at a time, and a failed one does not stop those after it', async () => {
  const started = join(folder, 'started');
  writeFileSync(started, '');
  // Reports how many have started by the time it ends; it waits a while for a second one.
  const program = (ms: number) => `import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(started)}, '+');
    const count = () => readFileSync(${JSON.stringify(started)}, 'utf8').length;
    const [mine, until] = [count(), Date.now() + ${ms}];
    for await (const chunk of process.stdin) if (String(chunk) === 'bad') process.exit(1);
    while (count() < Math.max(2, mine) && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
    process.stdout.write('{"width":' + count() + ',"height":1,"hash":"h","widths":[1],"files":[]}\\n');`;
  const one = converterOf(program(300));
  const made = await Promise.allSettled(['good', 'bad', 'good'].map((text) => one.convert(Buffer.from(text))));
  // Each sees only its own number, because none runs in parallel.
  expect(made.map((each) => (each.status === 'fulfilled' ? each.value.width : each.status))).toEqual([
    1,
    'rejected',
    3,
  ]);
  // The control: of two converters each sees the other.
  writeFileSync(started, '');
  const pair = [converterOf(program(20_000)), converterOf(program(20_000))];
  const both = await Promise.all(pair.map((each) => each.convert(Buffer.from('good'))));
  expect(both.map(({ width }) => width)).toEqual([2, 2]);
});

test('the real converter stays within its memory limit for a blank picture of 49 megapixels', async () => {
  const converter = new Converter({ log });
  const { width, height } = await converter.convert(aHugePng(7_000, 7_000));
  expect([width, height]).toEqual([2560, 2560]);
});

test('the real converter is given no settings of the shop', async () => {
  const converter = converterOf(
    `process.stderr.write(JSON.stringify({ code: Object.keys(process.env).some((k) => /SECRET|PASSWORD|DATABASE/.test(k)) ? 'picture_broken' : 'picture_svg' })); process.exitCode = 1;`,
  );
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_1');
  expect(await outcomeOf(converter, await aPng(10, 10))).toBe('picture_svg');
  vi.unstubAllEnvs();
});

test('the file cache stays within its limit, keeps the last used, and reads once for concurrent readers', async () => {
  const cache = new FileCache(1_000);
  let reads = 0;
  const read = (size: number) => async () => {
    reads += 1;
    return Buffer.alloc(size);
  };
  await Promise.all([1, 2, 3].map(() => cache.get('a', read(200))));
  expect([reads, cache.bytes]).toEqual([1, 200]);
  for (const name of ['b', 'c', 'd', 'e']) await cache.get(name, read(200));
  await cache.get('a', read(200));
  await cache.get('f', read(200));
  expect([reads, cache.bytes]).toEqual([6, 1_000]);
  // `b` was the oldest; `a` was read since.
  await cache.get('a', read(200));
  expect(reads).toBe(6);
  await cache.get('b', read(200));
  expect(reads).toBe(7);
  // A large file would displace all others, so it is not cached; missing ones are read again.
  await cache.get('large', read(600));
  expect([await cache.get('none', async () => null), cache.bytes]).toEqual([null, 1_000]);
});
