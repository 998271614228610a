import { globSync } from 'node:fs';

/** Whole pages, and components without a look of their own, which are visible where they are used. */
const NOT_SHOWN = new Set([
  'ui/toast-outlet.tsx',
  ...['desk/admin-app', 'desk/desk', 'desk/find', 'desk/not-found-page', 'desk/shortcuts', 'kit/list/list-frame'].map(
    (name) => `features/admin/${name}.tsx`,
  ),
]);
const FOLDERS = ['ui', 'features/admin/desk', 'features/admin/kit', 'features/admin/kit/{detail,list,undo}'];

/** The components that the page of UI parts must show, as paths in `client`. */
export function listParts(): string[] {
  return FOLDERS.flatMap((folder) => globSync(`${folder}/*.tsx`, { cwd: 'client', exclude: ['**/*.test.tsx'] })).filter(
    (file) => !NOT_SHOWN.has(file),
  );
}
