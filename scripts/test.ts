import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connectDatabase } from '#server/db/connect.ts';
import { switchToTestBrand } from '#test/brand-fixture.ts';
import { ensureBrowser } from '#test/browser.ts';

// Every suite: units and features on PGlite and on PostgreSQL, then journeys in a real browser on the built site.
mkdirSync('.cache', { recursive: true });
type TestFile = { status: string; assertionResults: { status: string }[] };
let failed = 0;
let passed = 0;

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  return status === 0;
}

// With the tests' own brand, whatever `brand/` contains; see test/brand-fixture.ts.
switchToTestBrand();
if (!run(process.execPath, ['scripts/build.ts', '--if-stale'])) process.exit(1);

rmSync('.cache/unit.json', { force: true });
if (!run('vitest', ['run', '--reporter=default', '--reporter=json', '--outputFile.json=.cache/unit.json'])) failed += 1;
try {
  const report = JSON.parse(readFileSync('.cache/unit.json', 'utf8'));
  passed += report.numPassedTests;
  // A file that fails as a whole, before or beside its tests, counts once.
  const brokenFiles = (report.testResults as TestFile[]).filter(
    (file) => file.status === 'failed' && file.assertionResults.every((one) => one.status !== 'failed'),
  );
  failed = Math.max(failed, report.numFailedTests + brokenFiles.length);
} catch {
  failed += 1;
}

ensureBrowser();
rmSync('.cache/prepared-data', { recursive: true, force: true });
await (await connectDatabase({ databaseUrl: undefined, dataDir: '.cache/prepared-data' })).close();
rmSync('.cache/e2e.json', { force: true });
const journeysPassed = run('playwright', ['test']);
try {
  const { stats } = JSON.parse(readFileSync('.cache/e2e.json', 'utf8'));
  passed += stats.expected + stats.flaky;
  failed += stats.unexpected;
  if (stats.flaky > 0) console.log(`${stats.flaky} passed at the second try`);
  if (!journeysPassed && stats.unexpected === 0) failed += 1;
} catch {
  failed += 1;
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
