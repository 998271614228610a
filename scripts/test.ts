import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { connectDatabase } from '#server/db/connect.ts';
import { ensureBrowser } from '#test/browser.ts';
import { keepFirstBrand } from '#test/first-brand.ts';
import {
  failedJourneys,
  formatReport,
  journeyTimes,
  processorSeconds,
  slowUnits,
  type TestTime,
  type UnitReport,
  unitTimes,
} from '#test/times.ts';

// npm test: the gate's tier. npm run test:full (--full): every file on both engines, whole programs and every journey.
// npm test -- --shard 2/4 runs the second of four parts, for four machines that share the work.
// npm test -- server/features/orders runs the unit and feature tests whose path contains this; npm test -- e2e/shop.spec.ts a journey.
const { values, positionals } = parseArgs({
  options: { shard: { type: 'string' }, full: { type: 'boolean' } },
  allowPositionals: true,
});
const [part, parts] = (values.shard ?? '1/1').split('/').map(Number);
if (!/^\d+\/\d+$/.test(values.shard ?? '1/1') || !part || !parts || part > parts) {
  console.error('Use: npm test -- [PATH …] [--full] [--shard PART/PARTS], such as --shard 2/4');
  process.exit(1);
}
const share = `--shard=${part}/${parts}`;
if (values.full) process.env.FULL = '1';

mkdirSync('.cache', { recursive: true });
let failed = 0;
let passed = 0;
/** Repeated at the end of the output, where people read. */
const failures: string[] = [];
const stages: { name: string; seconds: number }[] = [];
const times: TestTime[] = [];

/** @param isBeside another stage prints at the same time, so this one prints when it ends */
async function run(name: string, command: string, args: string[], { isBeside = false } = {}): Promise<boolean> {
  const start = performance.now();
  const child = spawn(command, args, {
    stdio: ['inherit', isBeside ? 'pipe' : 'inherit', isBeside ? 'pipe' : 'inherit'],
  });
  const printed: Buffer[] = [];
  child.stdout?.on('data', (piece) => printed.push(piece));
  child.stderr?.on('data', (piece) => printed.push(piece));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(printed));
  stages.push({ name, seconds: (performance.now() - start) / 1000 });
  return status === 0;
}

// With the program's own brand, even if an owner's my-brand/ exists.
keepFirstBrand();
if (!(await run('build', process.execPath, ['scripts/build.ts', '--if-stale']))) process.exit(1);
if (positionals.length > 0) {
  const journeys = positionals.filter((path) => path.startsWith('e2e/'));
  const tests = positionals.filter((path) => !path.startsWith('e2e/'));
  const isPassed = [
    tests.length === 0 || (await run('tests', 'vitest', ['run', ...tests])),
    journeys.length === 0 || (await run('journeys', 'playwright', ['test', ...journeys])),
  ];
  process.exit(isPassed.every(Boolean) ? 0 : 1);
}

ensureBrowser();
rmSync('.cache/prepared-data', { recursive: true, force: true });
await (await connectDatabase({ databaseUrl: undefined, dataDir: '.cache/prepared-data' })).close();
rmSync('.cache/unit.json', { force: true });
rmSync('.cache/e2e.json', { force: true });
const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=.cache/unit.json'];
// In parallel: each waits a third of its time, for a database or a browser.
const [unitsPassed, journeysPassed] = await Promise.all([
  run('units and features', 'vitest', ['run', share, ...reporters]),
  run('journeys', 'playwright', ['test', share], { isBeside: true }),
]);
if (!unitsPassed) failed += 1;
try {
  const report: UnitReport = JSON.parse(readFileSync('.cache/unit.json', 'utf8'));
  passed += report.numPassedTests;
  // A file that fails as a whole, outside of its tests, counts once.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((one) => one.status !== 'failed'),
  );
  failed = Math.max(failed, report.numFailedTests + brokenFiles.length);
  for (const { name, assertionResults } of report.testResults) {
    const file = relative(process.cwd(), name);
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'failed') failures.push(`${file} › ${fullName}: ${failureMessages[0]?.split('\n')[0]}`);
    }
  }
  failures.push(...brokenFiles.map(({ name }) => `${relative(process.cwd(), name)} as a whole`));
  times.push(...unitTimes(report));
} catch {
  failed += 1;
}

try {
  const report = JSON.parse(readFileSync('.cache/e2e.json', 'utf8'));
  const { stats } = report;
  failures.push(...failedJourneys(report));
  passed += stats.expected;
  failed += stats.unexpected;
  if (!journeysPassed && stats.unexpected === 0) failed += 1;
  times.push(...journeyTimes(report));
} catch {
  failed += 1;
}

console.log(formatReport(stages, times, processorSeconds()));
for (const slow of slowUnits(times)) console.log(`over 30 s without the suffix .slow: ${slow}`);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
