import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiCall, type ApiDocument, listCalls } from './api.ts';
import { goodBody } from './injection.ts';
import type { Known } from './known.ts';

/** sqlmap's own count of requests; `hits` are the calls in which it found an injection. */
export type SqlmapFinding = { tries: number; calls: number; hits: string[] };

const WIDTH = 2;
const LIMIT_MS = 300_000;

export function hasSqlmap(): boolean {
  return spawnSync('sqlmap', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Lets sqlmap test every path, query and field of every call. */
export async function runSqlmap(url: string, document: ApiDocument, known: Known): Promise<SqlmapFinding> {
  const targets = listCalls(document)
    .filter((call) => !call.path.endsWith('/logout'))
    .flatMap((call) => targetsOf(url, call, known));
  const finding: SqlmapFinding = { tries: 0, calls: targets.length, hits: [] };
  const queue = [...targets];
  const worker = async () => {
    for (let target = queue.shift(); target; target = queue.shift()) {
      const { requests, isFound, isDone } = await lookAt(target, known.cookie);
      finding.tries += requests;
      if (isFound) finding.hits.push(`${target.name} gives way to sqlmap`);
      else if (!isDone) finding.hits.push(`${target.name}: sqlmap did not come to an end`);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return finding;
}

type Target = { name: string; method: string; url: string; data: string | null };

function targetsOf(url: string, call: ApiCall, { good, ids }: Known): Target[] {
  const [, collection = ''] = /^\/api\/admin\/([\w-]+)/.exec(call.path) ?? [];
  const usual = (name: string) =>
    encodeURIComponent(String((name === 'id' ? ids[collection]?.[0] : good[name]?.[0]) ?? '1'));
  const name = `${call.method} ${call.path}`;
  const plain = url + call.path.replace(/\{(\w+)\}/g, (_, part: string) => usual(part));
  const body = call.body ? JSON.stringify(goodBody(call.body, good)) : null;
  const query = call.parameters.filter((parameter) => parameter.in === 'query');
  const targets: Target[] = [];
  // A star marks the place to test.
  if (call.path.includes('{')) {
    const starred = url + call.path.replace(/\{(\w+)\}/g, (_, part: string) => `${usual(part)}*`);
    targets.push({ name: `${name} (path)`, method: call.method, url: starred, data: body });
  }
  if (query.length > 0) {
    const pairs = query.map((parameter) => `${parameter.name}=${usual(parameter.name)}`);
    targets.push({ name: `${name} (query)`, method: call.method, url: `${plain}?${pairs.join('&')}`, data: null });
  }
  if (body) targets.push({ name: `${name} (body)`, method: call.method, url: plain, data: body });
  return targets;
}

async function lookAt(target: Target, cookie: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sqlmap-'));
  const traffic = join(folder, 'traffic');
  const options = [
    ['-u', target.url],
    ['--method', target.method],
    ['--headers', `Cookie: ${cookie}\nContent-Type: application/json`],
    ...(target.data === null ? [] : [['--data', target.data]]),
    ['--dbms', 'PostgreSQL'],
    ['--technique', 'BEUT'],
    ['--time-sec', '2'],
    ['--ignore-code', '400,401,403,404,409,413,415,429'],
    ['--output-dir', folder],
    ['-t', traffic],
    // Level two also tests LIKE patterns and headers; the latter are tested elsewhere.
    ['--level', '2'],
    ['--skip', 'user-agent,referer,host,cookie'],
    ['--batch'],
    ['--disable-coloring'],
    ['--skip-waf'],
  ].flat();
  const output = await new Promise<string>((done) => {
    const child = spawn('sqlmap', options, { stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.once('close', () => done(text));
  });
  const requests = countRequests(traffic);
  rmSync(folder, { recursive: true, force: true });
  const isFound = output.includes('identified the following injection point');
  return { requests, isFound, isDone: isFound || /do not appear to be injectable/.test(output) };
}

function countRequests(traffic: string): number {
  try {
    return readFileSync(traffic, 'latin1').match(/^HTTP request \[#\d+\]/gm)?.length ?? 0;
  } catch {
    return 0;
  }
}
