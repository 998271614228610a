import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  failedJourneys,
  formatReport,
  journeyTimes,
  secondsIn,
  slowUnits,
  type UnitReport,
  unitTimes,
} from './times.ts';

const unitReport = (seconds: Record<string, number>): UnitReport => ({
  numPassedTests: 0,
  numFailedTests: 0,
  testResults: Object.entries(seconds).map(([file, each]) => ({
    name: `/shop/${file}`,
    status: 'passed',
    assertionResults: [{ status: 'passed', fullName: 'pays once', duration: each * 1000, failureMessages: [] }],
  })),
});

test('a unit or feature test over 30 s is reported, unless its file name has the suffix `.slow`', () => {
  const report = unitReport({ 'a.test.ts': 30.1, 'b.test.ts': 30, 'c.slow.test.ts': 90 });
  expect(slowUnits(unitTimes(report, '/shop'))).toEqual(['a.test.ts › pays once (30.1 s)']);
});

test('the report lists stages, processor time, and the slowest ten files and tests, journeys included', () => {
  const units = unitTimes(
    unitReport(Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.test.ts`, i]))),
    '/shop',
  );
  const result = { duration: 20_000, errors: [] };
  const spec = { title: 'buys a box', line: 1, ok: true, tests: [{ results: [result, result] }] };
  const journeys = journeyTimes({
    suites: [{ file: 'shop.spec.ts', specs: [], suites: [{ file: 'shop.spec.ts', specs: [spec] }] }],
  });
  const lines = formatReport([{ name: 'build', seconds: 21.46 }], [...units, ...journeys], 7.25).split('\n');
  expect(lines.slice(1, 6)).toEqual([
    'Stages',
    '    21.5 s  build',
    '     7.3 s  processor time of all stages',
    'Slowest files',
    '    40.0 s  e2e/shop.spec.ts',
  ]);
  expect(lines.at(-1)).toBe('     3.0 s  3.test.ts › pays once');
  expect(lines.filter((line) => line.includes('buys a box'))).toEqual(['    40.0 s  e2e/shop.spec.ts › buys a box']);
});

test('a failed journey is listed with its errors and its page, a passed one is not', () => {
  const message = `\u001b[31mexpected 2, came 3\u001b[39m\n${'waited\n'.repeat(40)}`;
  const path = join(tmpdir(), `shop-page-${process.pid}.md`);
  writeFileSync(path, ['# Test info', '```yaml', '- banner', '- main:', ...Array(60).fill('  - text')].join('\n'));
  const attachments = [{ name: 'error-context', path }];
  const results = [{ duration: 1, errors: [{ message, location: { line: 31 } }], attachments }];
  const specs = [
    { title: 'pays twice', line: 30, ok: false, tests: [{ results }] },
    { title: 'pays once', line: 40, ok: true, tests: [{ results: [{ duration: 1, errors: [] }] }] },
  ];
  const failed = failedJourneys({
    suites: [{ file: 'shop.spec.ts', specs: [], suites: [{ file: 'shop.spec.ts', specs }] }],
  });
  expect(failed).toHaveLength(1);
  const lines = failed[0]?.split('\n') ?? [];
  expect(lines.slice(0, 3)).toEqual(['e2e/shop.spec.ts:30 › pays twice', '  line 31:', '    expected 2, came 3']);
  expect(lines.slice(16, 19)).toEqual(['  the page:', '    - main:', '      - text']);
  expect(lines).toHaveLength(2 + 14 + 1 + 40);
  rmSync(path);
});

test('processor time includes a process and its children, whatever its name', () => {
  expect(secondsIn('7 (node (x) y) S 1 7 7 0 -1 0 0 0 0 0 100 20 3000 400 20 0')).toBe(35.2);
});
