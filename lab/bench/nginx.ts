import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#test/postgres.ts';
import { withSbin } from './wrk.ts';

/** A response served from a file: `headers` in addition to those that every server sets. */
export type StaticAnswer = { path: string; type: string; headers: [string, string][]; body: Buffer };

/** A running nginx; `stop` ends it and returns its logged errors. */
export type Nginx = { url: string; process: ChildProcess; stop(): Promise<string> };

/**
 * nginx with one worker, in a temporary folder, on a free port.
 *
 * @param http the content of its `http` block
 */
export async function runNginx(http: (folder: string, port: number) => string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-nginx-'));
  // Started as root, its worker runs as another user, who needs access.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const head = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}`;
  writeFileSync(join(folder, 'nginx.conf'), `${head}\nhttp {\n${http(folder, port)}\n}\n`);
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { env: withSbin() });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; !(await fetch(url).catch(() => null)); i++) {
    if (child.exitCode !== null || i === 100) throw new Error(`nginx did not start:\n${output}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    url,
    process: child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      const errors = readFileSync(join(folder, 'error.log'), 'utf8');
      rmSync(folder, { recursive: true, force: true });
      return errors;
    },
  };
}

/**
 * nginx with default settings, access log on, `sendfile` and `tcp_nopush` as in Debian. It serves each body from a
 * file, with the given headers.
 *
 * @returns also its worker's process id where the system shows it
 */
export async function startNginx(answers: StaticAnswer[]): Promise<Nginx & { worker: number | undefined }> {
  const nginx = await runNginx((folder, port) => {
    mkdirSync(join(folder, 'files'));
    for (const [i, { body }] of answers.entries()) writeFileSync(join(folder, 'files', fileOf(i)), body);
    return configuration(folder, port, answers);
  });
  return { ...nginx, worker: process.platform === 'linux' ? firstChild(nginx.process.pid) : undefined };
}

function firstChild(pid: number | undefined): number {
  return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
}

const fileOf = (i: number) => `page-${i}`;

function configuration(folder: string, port: number, answers: StaticAnswer[]): string {
  const locations = answers.map(({ path, type, headers }, i) => {
    const lines = headers.map(([name, value]) => `add_header ${name} "${value.replace(/["\\]/g, '\\$&')}";`);
    const file = `default_type "${type}"; etag off; ${lines.join('\n')}`;
    // Avoids nginx's redirect from a folder to its index.
    return path === '/'
      ? `location = / { index ${fileOf(i)}; }\nlocation = /${fileOf(i)} { ${file} }`
      : `location = ${path} { alias ${folder}/files/${fileOf(i)}; ${file} }`;
  });
  return `access_log ${folder}/access.log;
sendfile on;
tcp_nopush on;
types {}
server {
  listen 127.0.0.1:${port};
  root ${folder}/files;
  ${locations.join('\n')}
}`;
}
