import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Logger } from '#server/deps.ts';
import { AppError, ERROR_STATUS, type ErrorCode } from '#server/errors.ts';

/** A picture in all its sizes; `files` by name, such as `480.avif`. `width` and `height` are those of the master. */
export type Converted = {
  width: number;
  height: number;
  hash: string;
  widths: number[];
  files: { name: string; content: Buffer }[];
};
/** The widths whose files there are; the order is that of the converter. */
type Head = Omit<Converted, 'files'> & { files: { name: string; length: number }[] };

/** What one conversion may take: memory (the resident set), time, and bytes of result. */
export type ConverterLimits = { rssBytes: number; ms: number; outputBytes: number };

/**
 * A PNG or a WebP of 50 megapixels takes 0.3 to 0.7 GB, an AVIF up to 1 GB, a photo of a phone 0.2 to 0.3 GB. A photo
 * of a phone takes 2 to 5 seconds of an idle processor.
 */
const LIMITS: ConverterLimits = { rssBytes: 1024 ** 3, ms: 120_000, outputBytes: 64 * 1024 ** 2 };
const PROGRAM = fileURLToPath(new URL('./picture-converter.ts', import.meta.url));
const LOOK_MS = 25;
/** Signals of a process that broke by itself, on a file that is made to break it. */
const BROKEN: ReadonlySet<string | null> = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

type Options = { log: Logger; program?: string; limits?: Partial<ConverterLimits> };

/** Makes pictures, one at a time: a second one waits. */
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

  /** The process of the conversion that runs; `null` while none does. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async #convert(original: Buffer): Promise<Converted> {
    const { outputBytes, ms, rssBytes } = this.#limits;
    const child = spawn(process.execPath, ['--max-old-space-size=96', this.#program], {
      // No settings of the shop. Fewer pools of memory, so that what is freed goes back.
      env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done, failed) => {
      child.once('error', failed);
      child.once('close', (code, signal) => done({ code, signal }));
    });
    let tooMuch: 'memory' | 'time' | 'output' | null = null;
    const end = (why: NonNullable<typeof tooMuch>) => {
      tooMuch ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end('time'), ms);
    const watch = watchMemory(child, rssBytes, () => end('memory'));
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

  #explain(end: { tooMuch: string | null; code: number | null; signal: NodeJS.Signals | null; errors: string }) {
    const { tooMuch, code, signal, errors } = end;
    const cause = new Error(`The converter ended: ${tooMuch ?? signal ?? code} ${errors.slice(0, 600)}`);
    if (tooMuch !== null) {
      this.#log.warn({ event: 'picture_too_heavy', limit: tooMuch }, 'a conversion of a picture was ended');
      return new AppError('picture_too_heavy', { cause });
    }
    if (BROKEN.has(signal)) return new AppError('picture_broken', { cause });
    return new AppError(codeOf(errors), { cause });
  }
}

function codeOf(errors: string): ErrorCode {
  try {
    const { code } = JSON.parse(errors) as { code: string };
    return Object.hasOwn(ERROR_STATUS, code) ? (code as ErrorCode) : 'picture_failed';
  } catch {
    return 'picture_failed';
  }
}

/** Shoppers go first; and where memory ends, the system ends this process before the shop. */
function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system forbids it: the picture is made as fast as everything else.
  }
  if (process.platform === 'linux') void writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {});
}

/** Looks at the resident set of a process. Only Linux tells it in a file; elsewhere pixels, heap and time are the bounds. */
function watchMemory({ pid }: ChildProcess, rssBytes: number, onTooMuch: () => void): { stop(): void } {
  if (process.platform !== 'linux' || pid === undefined) return { stop: () => {} };
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const kilobytes = Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0);
    if (kilobytes * 1024 > rssBytes) onTooMuch();
    isLooking = false;
  }, LOOK_MS);
  return { stop: () => clearInterval(timer) };
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
