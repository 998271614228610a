import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Logger } from '#server/deps.ts';
import { AppError, type ErrorCode, isErrorCode } from '#server/errors.ts';

/** A picture in all its sizes; `files` by name, such as `480.avif`. `width` and `height` are those of the master. */
export type Converted = {
  width: number;
  height: number;
  hash: string;
  widths: number[];
  files: { name: string; content: Buffer }[];
};
/** The available widths, in the converter's order. */
type Head = Omit<Converted, 'files'> & { files: { name: string; length: number }[] };

/**
 * Limits of one conversion: memory (resident set), processor time of all threads, and bytes of the result. `ms` is its
 * maximum duration on a machine busy with shoppers, which is not the picture's fault.
 */
export type ConverterLimits = { rssBytes: number; processorMs: number; ms: number; outputBytes: number };

/**
 * A PNG or a WebP of 50 megapixels takes 0.3 to 0.7 GB, an AVIF up to 1 GB. A phone's photo takes 0.2 to 0.3 GB, and 2
 * to 8 seconds of processor time. The total stays below nginx's time limit (300 s).
 */
const LIMITS: ConverterLimits = {
  rssBytes: 1024 ** 3,
  processorMs: 120_000,
  ms: 240_000,
  outputBytes: 64 * 1024 ** 2,
};
const PROGRAM = fileURLToPath(new URL('./picture-converter.ts', import.meta.url));
const LOOK_MS = 25;
/** Signals of a process that crashed, on a file made to crash it. */
const BROKEN: ReadonlySet<string | null> = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

type Limit = 'memory' | 'processor' | 'time' | 'output';
type Options = { log: Logger; program?: string; limits?: Partial<ConverterLimits> };

/** Converts pictures, one at a time: a second one waits. */
export class Converter {
  readonly #log: Logger;
  readonly #program: string;
  readonly #limits: ConverterLimits;
  #last: Promise<unknown> = Promise.resolve();
  #child: ChildProcess | null = null;

  constructor({ log, program = PROGRAM, limits }: Options) {
    this.#log = log;
    this.#program = program;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** @throws AppError what is wrong with the picture · `picture_failed` it may succeed another time */
  convert(original: Buffer): Promise<Converted> {
    const mine = this.#last.catch(() => null).then(() => this.#convert(original));
    this.#last = mine;
    return mine;
  }

  /** The process id of the running conversion; `null` if there is none. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async #convert(original: Buffer): Promise<Converted> {
    const { outputBytes, ms } = this.#limits;
    const child = spawn(process.execPath, ['--max-old-space-size=96', this.#program], {
      // Without settings of the shop. Fewer memory arenas, so that freed memory is returned.
      env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done, failed) => {
      child.once('error', failed);
      child.once('close', (code, signal) => done({ code, signal }));
    });
    let tooMuch: Limit | null = null;
    const end = (why: Limit) => {
      tooMuch ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end('time'), ms);
    const watch = watchUse(child, this.#limits, end);
    let received = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > outputBytes) end('output');
    });
    giveWay(child.pid);
    // It may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(original);
    try {
      const [output, errors, { code, signal }] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
      if (code === 0 && tooMuch === null) return unpack(output);
      throw this.#explain({ tooMuch, code, signal, errors });
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('picture_failed', { cause: error });
    } finally {
      clearTimeout(timer);
      watch.stop();
      this.#child = null;
    }
  }

  #explain(end: { tooMuch: Limit | null; code: number | null; signal: NodeJS.Signals | null; errors: string }) {
    const { tooMuch, code, signal, errors } = end;
    const cause = new Error(`The converter ended: ${tooMuch ?? signal ?? code} ${errors.slice(0, 600)}`);
    if (tooMuch !== null) {
      this.#log.warn({ event: 'picture_too_heavy', limit: tooMuch }, 'a conversion of a picture was ended');
      return new AppError(tooMuch === 'time' ? 'picture_failed' : 'picture_too_heavy', { cause });
    }
    if (BROKEN.has(signal)) return new AppError('picture_broken', { cause });
    return new AppError(codeOf(errors), { cause });
  }
}

function codeOf(errors: string): ErrorCode {
  try {
    const { code } = JSON.parse(errors) as { code: string };
    return isErrorCode(code) ? code : 'picture_failed';
  } catch {
    return 'picture_failed';
  }
}

/**
 * Low priority behind shoppers, but with a tenth of a busy processor: at the lowest priority a photo took minutes. If
 * memory runs out, the system kills this process before the shop.
 */
function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system forbids it: the picture is made at normal priority.
  }
  if (process.platform === 'linux') void writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {});
}

/**
 * Watches the resources of a process. Only Linux exposes them in files; elsewhere pixels, heap and total time are the
 * limits.
 */
function watchUse(
  { pid }: ChildProcess,
  { rssBytes, processorMs }: ConverterLimits,
  onTooMuch: (limit: 'memory' | 'processor') => void,
): { stop(): void } {
  if (process.platform !== 'linux' || pid === undefined) return { stop: () => {} };
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    const [status, stat] = await Promise.all(
      ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    );
    if (residentBytesOf(status) > rssBytes) onTooMuch('memory');
    else if (processorMsOf(stat) > processorMs) onTooMuch('processor');
    isLooking = false;
  }, LOOK_MS);
  return { stop: () => clearInterval(timer) };
}

const residentBytesOf = (status = '') => Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;

/**
 * Fields 14 and 15 of proc_pid_stat(5), in hundredths of a second; the program's name before them may contain spaces.
 */
function processorMsOf(stat = ''): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

function unpack(output: Buffer): Converted {
  const end = output.indexOf('\n');
  const { files, ...facts } = JSON.parse(output.toString('utf8', 0, end)) as Head;
  let at = end + 1;
  const named = files.map(({ name, length }) => {
    const content = output.subarray(at, at + length);
    at += length;
    return { name, content };
  });
  if (at !== output.length) throw new Error('The converter answered fewer bytes than it said');
  return { ...facts, files: named };
}
