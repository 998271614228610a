import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isServerBuilt, SERVER_BUNDLE, SERVER_OPTIONS } from '#scripts/build-stamp.ts';
import { FIRST_BRAND_ENV } from './first-brand.ts';
import { freePort } from './postgres.ts';

/** The running program, from outside: started like an owner's, on a free port. */
export type Program = {
  url: string;
  process: ChildProcess;
  dataDir: string;
  /** Everything printed so far. */
  output(): string;
  /** Resolves to the exit code (`null` when killed). */
  exited: Promise<number | null>;
  /** Ends it with a signal and waits; resolves to the exit code (`null` when killed). */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

const EQUAL_PRIORITY = new URL('./equal-priority.ts', import.meta.url).href;
/** A migrated folder, made once per run, which saves each program PGlite's slow first start. */
const PREPARED = resolve('.cache/prepared-data');

export type ProgramOptions = {
  env?: Record<string, string>;
  /** Kept when given; otherwise a fresh temporary folder that `stop` removes. */
  dataDir?: string;
  port?: number;
  /** Another file than that of an owner's start. */
  main?: string;
  /** A command that runs it, such as `unshare` with its options. Only SIGKILL is certain to reach such a program. */
  before?: readonly string[];
};

/** The file of an owner's start; the sources if they are newer than the build. */
let main: string | undefined;
const findMain = () => (main ??= isServerBuilt() ? SERVER_BUNDLE : 'server/main.ts');

/** An aborted run must not leave programs behind. */
const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** Starts the program without waiting for it. */
export async function spawnProgram(options: ProgramOptions = {}): Promise<Program> {
  const isOwn = options.dataDir === undefined;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'shop-program-'));
  if (isOwn && existsSync(PREPARED)) cpSync(PREPARED, dataDir, { recursive: true });
  const port = options.port ?? (await freePort());
  const node = [
    resolve('node_modules/.bin/node'),
    `--import=${EQUAL_PRIORITY}`,
    ...SERVER_OPTIONS,
    resolve(options.main ?? findMain()),
  ];
  const [command = '', ...rest] = [...(options.before ?? []), ...node];
  const child = spawn(command, rest, {
    env: {
      PATH: process.env.PATH,
      ...FIRST_BRAND_ENV,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      // Tests have one address and many shoppers.
      LIMIT_PAYMENT_STARTS: '600',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  living.add(child);
  child.once('exit', () => living.delete(child));
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  // `close`, not `exit`, because then all output has been read.
  const exited = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    dataDir,
    output: () => output,
    exited,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const code = await exited;
      if (isOwn) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** Starts the program and waits until it is ready. */
export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const program = await spawnProgram(options);
  for (let i = 0; i < 900; i++) {
    const { exitCode, signalCode } = program.process;
    if (exitCode !== null || signalCode !== null) {
      await program.exited;
      throw new Error(`The program ended at start (${exitCode ?? signalCode}):\n${program.output()}`);
    }
    const ready = await fetch(`${program.url}/readyz`).catch(() => null);
    if (ready?.ok) return program;
    await new Promise((done) => setTimeout(done, 100));
  }
  await program.stop('SIGKILL');
  throw new Error(`The program was not ready in 90 s:\n${program.output()}`);
}
