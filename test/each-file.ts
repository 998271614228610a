import { relative } from 'node:path';
import { afterAll, expect, vi } from 'vitest';

declare global {
  /** What modules that several files share do at the end of a file. */
  var atEndOfFile: Set<() => Promise<void>> | undefined;
}

// Files of one process share its modules. Those of the browser keep a page's language and content, the build's scripts are
// tested with other folders, and the names of statements are counted: their tests find none of an earlier file's, and leave none.
const OWN_MODULES = /^(client|scripts|server\/db\/(named|pglite)-statements)\b/;
if (OWN_MODULES.test(relative(process.cwd(), expect.getState().testPath ?? ''))) {
  vi.resetModules();
  afterAll(() => vi.resetModules());
}

afterAll(async () => {
  for (const end of globalThis.atEndOfFile ?? []) await end();
});
