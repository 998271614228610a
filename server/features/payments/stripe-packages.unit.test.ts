import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(resolve('node_modules', path), 'utf8');

test('the server’s and the browser’s Stripe packages are of one release train (P25)', () => {
  const require = createRequire(import.meta.url);
  const { ApiVersion } = require(resolve('node_modules/stripe/cjs/apiVersion.js')) as { ApiVersion: string };
  const serverTrain = ApiVersion.split('.')[1];
  const browserTrain = /RELEASE_TRAIN = '(\w+)'/.exec(read('@stripe/stripe-js/dist/index.mjs'))?.[1];
  expect(serverTrain).toMatch(/^[a-z]+$/);
  expect(browserTrain).toBe(serverTrain);
  const { peerDependencies } = JSON.parse(read('@stripe/react-stripe-js/package.json'));
  const { version } = JSON.parse(read('@stripe/stripe-js/package.json'));
  const [, low, high] = /^>=(\d+)\.\d+\.\d+ <(\d+)\./.exec(peerDependencies['@stripe/stripe-js']) ?? [];
  const major = Number(version.split('.')[0]);
  expect(major).toBeGreaterThanOrEqual(Number(low));
  expect(major).toBeLessThan(Number(high));
});
