import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, onTestFinished, test } from 'vitest';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const OUTPUT = `import { LogOutput } from ${JSON.stringify(pathToFileURL('server/log-output.ts').href)};
  void process.stdout;
  const output = new LogOutput(1);`;
const PINO = `import pino from 'pino'; void process.stdout; const output = pino.destination(1);`;
/** Numbered lines of 160 bytes, as a call logs. */
const WRITE_LINES = `const writeLines = (count) => {
  for (let i = 0; i < count; i++) output.write(JSON.stringify({ i, text: 'guava'.repeat(28) }).padEnd(159) + '\\n');
};`;

/** A program whose standard output is not read yet; it reports about itself on standard error. */
function start(code: string, output = OUTPUT) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${output}\n${WRITE_LINES}\n${code}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return { child, exited: once(child, 'exit'), said: text(child.stderr) };
}

/** Reads everything, however slowly. Ends `child` once `isWhole`, and reads what it still writes. */
async function readWhole(child: ChildProcess, isWhole: (log: string) => boolean) {
  let log = '';
  for await (const chunk of (child.stdout as Readable).setEncoding('utf8')) {
    log += chunk;
    if (isWhole(log)) child.kill('SIGTERM');
  }
  return log;
}

const numbersOf = (log: string) =>
  log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** 15,000 lines are 2.4 MB; a pipe holds 64 KB. The test reads only after the program has reported. */
const MANY = 15_000;
const MEASURE = `
  const begun = performance.now();
  writeLines(${MANY});
  setTimeout(() => process.stderr.write(String(performance.now() - begun) + '\\n'), 1);
  const alive = setInterval(() => {}, 1000);
  process.once('SIGTERM', () => clearInterval(alive));`;

test('F12 an unread log blocks nothing, and is complete and in order once it is read', async () => {
  const { child, exited } = start(MEASURE);
  const [took] = await once(child.stderr ?? child, 'data');
  expect(Number(took)).toBeLessThan(5_000);
  const log = await readWhole(child, (read) => read.endsWith('\n') && read.includes(`{"i":${MANY - 1},`));
  expect((await exited)[0]).toBe(0);
  expect(numbersOf(log).map(({ i }) => i)).toEqual(Array.from({ length: MANY }, (_, i) => i));
});

test('lines beyond the buffer are dropped and counted', async () => {
  const { child, exited } = start(`writeLines(50_000); process.stderr.write('written\\n');
    process.once('SIGTERM', () => clearInterval(alive)); const alive = setInterval(() => {}, 1000);`);
  await once(child.stderr ?? child, 'data');
  const log = await readWhole(child, (read) => read.endsWith('\n') && read.includes('log_left_out'));
  expect((await exited)[0]).toBe(0);
  const lines = numbersOf(log);
  const told = lines.at(-1);
  expect(told).toMatchObject({ event: 'log_left_out', level: 40 });
  const written = lines.slice(0, -1).map(({ i }) => i);
  expect(written).toEqual(Array.from({ length: 50_000 - told.lines }, (_, i) => i));
  // The 4 MB buffer, and what the pipe accepted at once.
  expect(written.length).toBeGreaterThan(26_000);
  expect(written.length).toBeLessThan(28_000);
});

test('the last lines are written when a program ends at once', async () => {
  // The reader is a separate program, because this process may be busy for longer than the second that the program
  // waits.
  const folder = await mkdtemp(path.join(tmpdir(), 'shop-log-'));
  const file = await open(path.join(folder, 'log'), 'w');
  onTestFinished(() => rm(folder, { recursive: true }));
  const { child, exited } = start('writeLines(5_000); process.exit(3);');
  const reader = spawn('cat', { stdio: [child.stdout, file.fd, 'inherit'] });
  const read = once(reader, 'exit');
  expect((await exited)[0]).toBe(3);
  await read;
  await file.close();
  expect(numbersOf(await readFile(path.join(folder, 'log'), 'utf8'))).toHaveLength(5_000);
});

test('a paused reader does not prevent a program from ending, and a missing one does not end it', async () => {
  const { exited } = start('writeLines(5_000); process.exit(3);');
  expect((await exited)[0]).toBe(3);
  const left = start(`writeLines(1);
    setTimeout(() => { writeLines(5_000); output.flushSync(); process.stderr.write('alive'); process.exit(0); }, 500);`);
  left.child.stdout?.destroy();
  expect((await left.exited)[0]).toBe(0);
  expect(await left.said).toBe('alive');
});

test('the control: pino’s own output blocks the exit of a program whose log is not read', async () => {
  const ended = start('writeLines(5_000); process.exit(3);', PINO).exited.then(() => 'ended');
  const later = new Promise((done) => setTimeout(() => done('goes on'), 5_000));
  expect(await Promise.race([ended, later])).toBe('goes on');
});
