import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a process that uses the test database keeps its exit code, so that failed tests fail the run', () => {
  const codes = [0, 1, 3].map((code) => {
    const program = `await import('#test/postgres.ts'); process.exitCode = ${code};`;
    return spawnSync(process.execPath, ['--input-type=module', '--eval', program]).status;
  });
  expect(codes).toEqual([0, 1, 3]);
});
