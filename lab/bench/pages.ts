import { get } from 'node:http';
import { startProgram } from '#test/program.ts';
import { type StaticAnswer, startNginx } from './nginx.ts';
import { ms, type Section, spread } from './report.ts';
import { processorTime } from './resident.ts';
import { type Load, loadPage, versionOf } from './wrk.ts';

const CONNECTIONS = 64;
const ROUNDS = 5;
const SECONDS = 2;
const PAGES = ['/', '/shop', '/wholesale'];
const TARGET = 0.8;
/** Request headers of a browser that affect the response. */
const HEADERS = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en' };
/** Headers that each server sets by itself, or that differ in each response. */
const OWN_HEADERS = ['date', 'server', 'connection', 'keep-alive', 'content-length', 'content-type', 'last-modified'];
const NGINX_HEADERS = ['accept-ranges'];

/** Requests per second of the public pages, compared with nginx serving the same bytes and headers from files. */
export async function measurePages(): Promise<Section | null> {
  const [nginx, wrk] = [versionOf('nginx'), versionOf('wrk')];
  if (!nginx || !wrk) {
    console.log('left out: it needs nginx and wrk on this machine (on Debian: apt-get install nginx-light wrk)');
    return null;
  }
  const program = await startProgram({ env: { LOG_LEVEL: 'warn' } });
  try {
    const pages = await Promise.all(PAGES.map((page) => read(program.url, page)));
    const other = await startNginx(pages);
    try {
      const rows: (string | number)[][] = [];
      for (const page of pages) {
        mustBeAlike(page, await read(other.url, page.path));
        rows.push([
          page.path,
          (page.body.length / 1000).toFixed(1),
          ...(await compare(
            page.path,
            { url: program.url, pid: program.process.pid },
            { url: other.url, pid: other.worker },
          )),
        ]);
        console.log(rows.at(-1)?.join(' | '));
      }
      const figures = ['requests/s', 'min–max', 'p50 ms', 'p99 ms', 'processor µs'];
      const head = ['page', 'KB', ...figures, ...figures.map((name) => `nginx ${name}`), 'ratio', 'min–max', 'failed'];
      const body = [
        `${wrk} with ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each, the two servers in turns: one ` +
          `program on PGlite, and ${nginx} with one worker, otherwise as it comes, access log included. Both send the ` +
          'same Brotli bytes with the same headers, which is checked before. The load comes from the same machine. ' +
          `Processor time is that of an answer in all threads of the server, the kernel's included. Ratio: the program's ` +
          `requests/s by nginx's of the same round; at least ${TARGET} is asked.`,
        { head, rows },
      ];
      return { title: 'Pages beside nginx', body };
    } finally {
      await other.stop();
    }
  } finally {
    await program.stop();
  }
}

type Server = { url: string; pid: number | undefined };
/** `processor`: microseconds per answer. */
type Measured = Load & { processor: number };

async function measure(path: string, { url, pid }: Server, seconds = SECONDS): Promise<Measured> {
  const before = processorTime(pid);
  const load = await loadPage(url + path, { connections: CONNECTIONS, seconds, headers: HEADERS });
  return { ...load, processor: ((processorTime(pid) - before) * 1000) / load.answers };
}

async function compare(path: string, ours: Server, theirs: Server): Promise<(string | number)[]> {
  for (const server of [ours, theirs]) await measure(path, server, 1);
  const rounds: [Measured, Measured][] = [];
  for (let i = 0; i < ROUNDS; i++) {
    // Alternating order: the second server finds a warmer machine.
    if (i % 2 === 0) rounds.push([await measure(path, ours), await measure(path, theirs)]);
    else rounds.push([await measure(path, theirs), await measure(path, ours)].reverse() as [Measured, Measured]);
  }
  const of = (loads: Measured[], key: keyof Measured, write = ms) =>
    spread(
      loads.map((load) => load[key]),
      write,
    );
  const summarize = (loads: Measured[]) => [
    ...of(loads, 'perSecond', (figure) => figure.toFixed(0)),
    ...(['p50', 'p99', 'processor'] as const).map((key) => of(loads, key)[0]),
  ];
  const ratios = rounds.map(([mine, other]) => mine.perSecond / other.perSecond);
  return [
    ...summarize(rounds.map(([mine]) => mine)),
    ...summarize(rounds.map(([, other]) => other)),
    ...spread(ratios, (figure) => figure.toFixed(2)),
    rounds.flat().reduce((sum, { failed }) => sum + failed, 0),
  ];
}

/** A raw answer. */
function read(url: string, path: string): Promise<StaticAnswer> {
  return new Promise((resolve, reject) => {
    get(url + path, { headers: HEADERS, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`${url}${path} answered ${answer.statusCode}`));
        const headers = Object.entries(answer.headers)
          .filter(([name]) => !OWN_HEADERS.includes(name))
          .map(([name, value]): [string, string] => [name, String(value)]);
        resolve({ path, type: String(answer.headers['content-type']), headers, body: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });
}

function mustBeAlike(ours: StaticAnswer, theirs: StaticAnswer): void {
  const text = ({ type, headers }: StaticAnswer) =>
    headers
      .filter(([name]) => !NGINX_HEADERS.includes(name))
      .map(([name, value]) => `${name}: ${value}`)
      .concat(`content-type: ${type}`)
      .sort()
      .join('\n');
  if (text(ours) !== text(theirs)) throw new Error(`Other headers at ${ours.path}:\n${text(ours)}\n\n${text(theirs)}`);
  if (!ours.body.equals(theirs.body)) throw new Error(`Other bytes at ${ours.path}`);
}
