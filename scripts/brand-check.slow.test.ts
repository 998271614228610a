import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import example from './brand/example.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'brand-check-'));
/** The environment of an owner's shell, with the owner's brand. */
const { BRAND: _, ...env } = process.env;

function run(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter(Boolean)) cpSync(file, join(folder, file));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  writeFileSync(join(folder, '.git/info/exclude'), '/node_modules\n');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync('git', ['add', '--all'], { cwd: folder });
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(example, null, 2));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('after `npm run brand` with the example every check and every unit test passes', () => {
  expect(run('scripts/brand.ts', 'answers.json')).toMatchObject({ status: 0 });
  rmSync(join(folder, 'answers.json'));
  expect(readFileSync(join(folder, 'my-brand/facts.ts'), 'utf8')).toContain(example.name);
  for (const command of [['scripts/check.ts'], ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit']]) {
    const { status, output } = run(...command);
    expect(status, output).toBe(0);
  }
});
