import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#test/postgres.ts';
import { withSbin } from './wrk.ts';

/** A response served from a file: `headers` in addition to those that every server sets. */
export type StaticAnswer = { path: string; type: string; headers: [string, string][]; body: Buffer };

/**
 * nginx with default settings, in a temporary folder: one worker, access log on, `sendfile` and `tcp_nopush` as in
 * Debian. It serves each body from a file, with the given headers.
 *
 * @returns its URL, its worker's process id where the system shows it, and a function that ends it
 */
export async function startNginx(
  answers: StaticAnswer[],
): Promise<{ url: string; worker: number | undefined; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-nginx-'));
  mkdirSync(join(folder, 'files'));
  for (const [i, { body }] of answers.entries()) writeFileSync(join(folder, 'files', fileOf(i)), body);
  // Started as root, its worker runs as another user, who needs access.
  chmodSync(folder, 0o755);
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, answers));
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
    worker: process.platform === 'linux' ? firstChild(child.pid) : undefined,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log ${folder}/access.log;
  sendfile on;
  tcp_nopush on;
  types {}
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
    ${locations.join('\n')}
  }
}
`;
}
