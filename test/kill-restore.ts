import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import type { Place } from '#test/backup.ts';
import { FIRST_BRAND_ENV } from '#test/first-brand.ts';

/**
 * Runs `npm run restore` in a separate process until it dies at `point` of `fail-points.ts`.
 *
 * @returns how many statements it sent, if it was not to die
 * @throws when it did not die as planned, or failed
 */
export function killRestore(place: Place, file: string, point: string, ...flags: string[]): Promise<number> {
  const preload = `--import=${new URL('../lab/faults/fail-points.ts', import.meta.url)}`;
  const args = [preload, resolve('scripts/restore.ts'), file, ...flags];
  const database = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl };
  const env = { PATH: process.env.PATH, ...FIRST_BRAND_ENV, DATA_DIR: place.dataDir, ...database, FAIL_POINT: point };
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      const [, count] = /^statements: (\d+)$/m.exec(stderr) ?? [];
      const isAsPlanned = point.startsWith('before 0') ? !error : stderr.includes('killed at');
      if (isAsPlanned) done(Number(count ?? 0));
      else fail(new Error(`The restore did not die ${point}:\n${stdout}${stderr}`, { cause: error }));
    });
  });
}
