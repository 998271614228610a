import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from '#test/browser.ts';
import type { Finding } from './finding.ts';

type Outcome = { title: string; isPassed: boolean };
const ROW = String.raw`\b[IESW]\d{1,2}\b`;
/** The rows of the document that need a test, and what each tries. */
const ROWS = [...readFileSync('docs/faults.md', 'utf8').matchAll(/^\| ([IESW]\d+) (.*?) *\|/gm)];

/** Runs the tests of a row, on the embedded database and in a browser. A row without a test is a hit. */
export async function runNamedTests(): Promise<Finding[]> {
  const outcomes = [...runUnits(), ...runJourneys()];
  return ROWS.map(([, row = '', tried = '']) => {
    const own = outcomes.filter(({ title }) => title.match(new RegExp(ROW, 'g'))?.includes(row));
    const failed = own.filter(({ isPassed }) => !isPassed);
    const hits = failed.map(({ title }) => `failed: ${title}`);
    if (own.length === 0) hits.push('has no test');
    const result = hits.length === 0 ? `${own.length} tests hold` : `${hits.length} of ${own.length} tests fail`;
    return { row, tried, tries: own.length, result, hits };
  });
}

function runUnits(): Outcome[] {
  const file = '.cache/attacks-unit.json';
  // Files without such a test name are not loaded.
  const files = globSync('{server,shared,brand,client,scripts,test}/**/*.test.{ts,tsx}').filter((name) =>
    new RegExp(ROW).test(readFileSync(name, 'utf8')),
  );
  const options = ['--project', 'pglite', '-t', ROW, '--reporter=json', `--outputFile=${file}`];
  rmSync(file, { force: true });
  spawnSync('vitest', ['run', ...files, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
  type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] };
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ fullName, status }) => ({ title: fullName, isPassed: status === 'passed' }));
}

type Suite = { title: string; suites?: Suite[]; specs?: { title: string; ok: boolean }[] };

function runJourneys(): Outcome[] {
  ensureBrowser();
  const { stdout } = spawnSync('playwright', ['test', '--grep', ROW, '--reporter=json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
    encoding: 'utf8',
  });
  const walk = ({ suites = [], specs = [] }: Suite): Outcome[] => [
    ...specs.map(({ title, ok }) => ({ title, isPassed: ok })),
    ...suites.flatMap(walk),
  ];
  return (JSON.parse(stdout) as { suites: Suite[] }).suites.flatMap(walk);
}
