import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeXlsx } from '#test/xlsx.ts';

const OFFICE = spawnSync('soffice', ['--version']).error === undefined;

test.runIf(OFFICE).each([
  ['en-US', '1169.97'],
  ['es-ES', '1169,97'],
])(
  'LibreOffice in %s shows texts as they are, and amounts as numbers',
  async (locale, amount) => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-xlsx-'));
    try {
      const texts = ['07087', '9400111899223197428497', '521153E3', '7-11', '=1+1'];
      writeFileSync(
        join(folder, 'a.xlsx'),
        await makeXlsx(
          ['a', 'b', 'c', 'd', 'e', 'f'],
          [[...texts, '1169.97']],
          [false, false, false, false, false, true],
        ),
      );
      const filter = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false';
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      const args = [profile, '--headless', `--language=${locale}`, '--convert-to', filter, '--outdir', folder];
      const { status } = spawnSync('soffice', [...args, join(folder, 'a.xlsx')], {
        env: { ...process.env, LC_ALL: `${locale.replace('-', '_')}.UTF-8` },
      });
      expect(status).toBe(0);
      const [, row = ''] = readFileSync(join(folder, 'a.csv'), 'utf8').trim().split('\n');
      expect(row.split(';').slice(0, 5)).toEqual(texts);
      // A number in the reader's format.
      expect(row.split(';')[5]).toBe(amount);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
