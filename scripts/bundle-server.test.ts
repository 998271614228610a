import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startProgram } from '#test/program.ts';
import { confirmOrder, payFor } from '#test/shopper.ts';
import { bundleServer } from './bundle-server.ts';

test('the bundled server finds migrations, mails, pages and its database thread, and sells a box', async () => {
  const folder = '.cache/bundle-under-test';
  await bundleServer(folder);
  // Importing it would load `fetch` with its dependencies at each start.
  expect(readFileSync(`${folder}/main.js`, 'utf8')).not.toMatch(/^import .* from "node:http"/m);
  const program = await startProgram({ main: `${folder}/main.js` });
  expect((await fetch(`${program.url}/shop`)).status).toBe(200);
  expect(await confirmOrder(program.url, await payFor(program.url))).toHaveProperty('orderNumber');
  expect(await program.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});
