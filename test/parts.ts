import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Whole pages and what has no look of its own; they are seen where they stand. `new-rows` asks the server. */
const NOT_SHOWN = new Set(
  ['admin-app', 'dashboard', 'desk', 'list-frame', 'login-page', 'new-rows', 'not-found-page', 'screens'].map(
    (name) => `features/admin/${name}.tsx`,
  ),
);
const FOLDERS = ['ui', 'features/admin'];

/** The components that the page of UI parts has to show, as paths in `client`. */
export function listParts(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join('client', folder))
      .filter((file) => file.endsWith('.tsx') && file !== 'toast-outlet.tsx')
      .map((file) => `${folder}/${file}`)
      .filter((file) => !NOT_SHOWN.has(file)),
  );
}
