import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { connectDatabase } from '#server/db/connect.ts';
import { switchToTestBrand } from '#test/brand-fixture.ts';
import { ensureBrowser } from '#test/browser.ts';

// Every suite: units and features on PGlite and on PostgreSQL, then journeys in a real browser on the built site.
// npm test -- --shard 2/4 runs the second of four parts, for four machines that share the work.
const { values } = parseArgs({ options: { shard: { type: 'string' } } });
const [part, parts] = (values.shard ?? '1/1').split('/').map(Number);
if (!/^\d+\/\d+$/.test(values.shard ?? '1/1') || !part || !parts || part > parts) {
  console.error('Use: npm test -- [--shard PART/PARTS], such as 2/4');
  process.exit(1);
}
const share = `--shard=${part}/${parts}`;

mkdirSync('.cache', { recursive: true });
type UnitTest = { status: string; fullName: string; failureMessages: string[] };
type TestFile = { name: string; status: string; assertionResults: UnitTest[] };
type Suite = { file: string; specs: { title: string; line: number; ok: boolean }[]; suites?: Suite[] };
let failed = 0;
let passed = 0;
/** Said again at the end, where a long output is read. */
const failures: string[] = [];

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  return status === 0;
}

// With the tests' own brand, whatever `brand/` contains; see test/brand-fixture.ts.
switchToTestBrand();
if (!run(process.execPath, ['scripts/build.ts', '--if-stale'])) process.exit(1);

rmSync('.cache/unit.json', { force: true });
if (!run('vitest', ['run', share, '--reporter=default', '--reporter=json', '--outputFile.json=.cache/unit.json']))
  failed += 1;
try {
  const report = JSON.parse(readFileSync('.cache/unit.json', 'utf8'));
  passed += report.numPassedTests;
  // A file that fails as a whole, before or beside its tests, counts once.
  const brokenFiles = (report.testResults as TestFile[]).filter(
    (file) => file.status === 'failed' && file.assertionResults.every((one) => one.status !== 'failed'),
  );
  failed = Math.max(failed, report.numFailedTests + brokenFiles.length);
  for (const { name, assertionResults } of report.testResults as TestFile[]) {
    const file = relative(process.cwd(), name);
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'failed') failures.push(`${file} › ${fullName}: ${failureMessages[0]?.split('\n')[0]}`);
    }
  }
  failures.push(...brokenFiles.map(({ name }) => `${relative(process.cwd(), name)} as a whole`));
} catch {
  failed += 1;
}

ensureBrowser();
rmSync('.cache/prepared-data', { recursive: true, force: true });
await (await connectDatabase({ databaseUrl: undefined, dataDir: '.cache/prepared-data' })).close();
rmSync('.cache/e2e.json', { force: true });
const journeysPassed = run('playwright', ['test', share]);
try {
  const { stats, suites } = JSON.parse(readFileSync('.cache/e2e.json', 'utf8'));
  failures.push(...(suites as Suite[]).flatMap(failedJourneys));
  passed += stats.expected + stats.flaky;
  failed += stats.unexpected;
  if (stats.flaky > 0) console.log(`${stats.flaky} passed at the second try`);
  if (!journeysPassed && stats.unexpected === 0) failed += 1;
} catch {
  failed += 1;
}

/** `e2e/<file>:<line> › <title>`; one that passed at the second try has not failed. */
function failedJourneys({ file, specs, suites = [] }: Suite): string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ line, title }) => `e2e/${file}:${line} › ${title}`);
  return [...own, ...suites.flatMap(failedJourneys)];
}

for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
