import { expect, test } from 'vitest';
import { listInputs } from './build-stamp.ts';

test('a build is stale after a change of anything that it reads, and of nothing else', () => {
  const inputs = listInputs();
  expect(inputs).toEqual(
    expect.arrayContaining([
      ...'brand/facts.ts client/routes.tsx shared/core/money.ts package-lock.json vite.config.ts'.split(' '),
      ...'scripts/build.ts server/site/page-head.ts scripts/messages.ts scripts/build-stamp.ts'.split(' '),
      // The code that renders the pages after a publish, and the server's Markdown code for it.
      'server/site/render-process.ts',
      'server/plugins/pages/pack.ts',
      'server/rich-text.ts',
      'server/features/policies/pages.ts',
      'server/features/stories/pages.ts',
    ]),
  );
  const others = inputs.filter((file) =>
    /^server\/(app|main|deps|config|features\/(checkout|orders|admin))|^test\/|^e2e|\.test\.|bench|seed|scripts\/(dev|test|start)\.ts/.test(
      file,
    ),
  );
  expect(others).toEqual([]);
});
