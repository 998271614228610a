import { relative } from 'node:path';
import { afterAll, expect, vi } from 'vitest';

// Files of one process share its modules. Those of the browser keep a page's language and content, and the build's scripts
// are tested with other folders: their tests find none of an earlier file's, and leave none.
if (/^(client|scripts)\b/.test(relative(process.cwd(), expect.getState().testPath ?? ''))) {
  vi.resetModules();
  afterAll(() => vi.resetModules());
}
