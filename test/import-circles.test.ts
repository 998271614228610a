import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importCircles } from './import-circles.ts';

test.each(['client', 'server', 'shared', 'scripts', 'brand'])(
  'no files in %s import each other in a circle, not even for a type or by a dynamic import',
  (folder) => {
    expect(importCircles(folder)).toEqual([]);
  },
);

test('a circle is found, whatever kind of import closes it', () => {
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync(join('.cache', 'circles-'));
  try {
    const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
    write('a.ts', "import { b } from './b.ts';\nexport const a = b;\n");
    write('b.ts', "import {\n  type C,\n} from './c.ts';\nexport const b: C = 1;\n");
    write('c.ts', "export type C = number;\nexport const late = () => import('./a.ts');\n");
    write('d.ts', "import type { C } from './c.ts';\nexport type D = C;\n");
    expect(importCircles(folder)).toEqual([['a.ts', 'b.ts', 'c.ts'].map((file) => join(folder, file))]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
