import { spawn, spawnSync } from 'node:child_process';

/** The result of one run; times in milliseconds, `failed` counts answers other than 2xx and broken connections. */
export type Load = { answers: number; perSecond: number; p50: number; p99: number; failed: number };

/** A command's version, such as `nginx/1.22.1`; `undefined` when it is not installed. */
export function versionOf(command: 'nginx' | 'wrk'): string | undefined {
  const { stdout, stderr, error } = spawnSync(command, ['-v'], { encoding: 'utf8', env: withSbin() });
  return error ? undefined : /(?:nginx\/|wrk )\S+/.exec(stdout + stderr)?.[0];
}

/** Debian installs servers outside the PATH of ordinary users. */
export function withSbin(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
}

/** Keeps a number of connections busy with one URL for a while. */
export async function loadPage(
  url: string,
  options: { connections: number; seconds: number; headers: Readonly<Record<string, string>> },
): Promise<Load> {
  const headers = Object.entries(options.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { connections, seconds } = options;
  const child = spawn('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...headers, url]);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? Number.NaN);
  const perSecond = number(/Requests\/sec:\s+([\d.]+)/);
  if (code !== 0 || !(perSecond > 0)) throw new Error(`wrk ended with ${code}:\n${output}`);
  const errors = /Socket errors: (.*)/.exec(output)?.[1]?.match(/\d+/g) ?? [];
  const refused = number(/Non-2xx or 3xx responses: (\d+)/) || 0;
  return {
    answers: number(/(\d+) requests in/),
    perSecond,
    p50: time(output, '50%'),
    p99: time(output, '99%'),
    failed: errors.reduce((sum, count) => sum + Number(count), refused),
  };
}

const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 };

function time(output: string, share: string): number {
  const [, value, unit = ''] = new RegExp(`${share}\\s+([\\d.]+)(us|ms|s)\\b`).exec(output) ?? [];
  return Number(value) * (UNITS[unit] ?? Number.NaN);
}
