import { relative } from 'node:path';
import { afterAll, expect, vi } from 'vitest';

declare global {
  /** Work of shared modules at the end of a test file. */
  var atEndOfFile: Set<() => Promise<void>> | undefined;
}

// Files of one process share its modules. These modules must be fresh for each file: the browser's keep a page's
// language and content, and the build's scripts are tested with other folders.
const OWN_MODULES = /^(client|scripts)\b/;
if (OWN_MODULES.test(relative(process.cwd(), expect.getState().testPath ?? ''))) {
  vi.resetModules();
  afterAll(() => vi.resetModules());
}

afterAll(async () => {
  for (const end of globalThis.atEndOfFile ?? []) await end();
});
