import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refusedImports, usedBy } from '#scripts/arrows.ts';
import { FEATURES } from '#server/features.ts';
import * as tables from '#server/tables.ts';

/** Forbidden imports: the importing file, and the source. */
const FORBIDDEN: [file: string, source: string][] = [
  ['brand/probe.ts', '#server/errors.ts'],
  ['brand/probe.ts', 'zod'],
  ['brand/probe.ts', '#brand/facts.ts'],
  ['client/features/admin/desk/probe.ts', '../../cart/cart.ts'],
  ['shared/probe.ts', '#server/errors.ts'],
  ['shared/probe.ts', '#client/app.tsx'],
  ['shared/probe.ts', '../server/errors.ts'],
  ['shared/probe.ts', 'node:fs'],
  ['shared/probe.ts', 'react'],
  ['server/probe.ts', '#client/app.tsx'],
  ['server/probe.ts', '#messages'],
  ['server/probe.ts', '#test/app.ts'],
  ['server/probe.ts', '#scripts/build.ts'],
  ['server/probe.ts', './features/orders/repository.ts'],
  ['server/db/probe.ts', '#server/features/orders/service.ts'],
  ['server/db/probe.ts', '../errors.ts'],
  ['server/db/postgres/probe.ts', '../../errors.ts'],
  ['server/plugins/probe.ts', '#server/features/orders/service.ts'],
  ['server/plugins/limits/probe.ts', '../../app.ts'],
  ['server/site/probe.ts', '#server/features/policies/pages.ts'],
  ['server/site/probe.ts', '#server/db/connect.ts'],
  ['server/site/probe.ts', '#scripts/site-content.ts'],
  ['server/features/content/probe.ts', '#server/site/render-site.ts'],
  ['server/plugins/probe.ts', '#server/app.ts'],
  ['server/probe.ts', './features/settlement/declines/repository.ts'],
  ['server/probe.ts', './features/orders/schema.ts'],
  ['server/features/checkout/probe.ts', '#server/features/orders/repository.ts'],
  ['server/features/checkout/probe.ts', '#server/features/orders/service.ts'],
  ['server/features/checkout/probe.ts', '#server/features/settlement/repository.ts'],
  ['server/features/checkout/probe.ts', '#server/features/settlement/schema.ts'],
  ['server/features/settlement/probe.ts', '#server/features/orders/repository.ts'],
  ['server/features/settlement/probe.ts', '#server/features/orders/schema.ts'],
  ['server/features/settlement/probe.ts', '#server/features/checkout/service.ts'],
  ['server/features/settlement/probe.ts', '#server/features/shipping/service.ts'],
  ['server/features/settlement/probe.ts', '#server/tables.ts'],
  ['server/features/settlement/refunds/probe.ts', '../../orders/service.ts'],
  ['server/features/settlement/refunds/probe.ts', '#server/features/orders/repository.ts'],
  ['server/features/orders/probe.ts', '#server/features/settlement/service.ts'],
  ['server/features/emails/probe.ts', '#server/features/orders/schema.ts'],
  ['server/features/content/probe.ts', '#server/features/policies/pages.ts'],
  ['server/features/probe/feature.ts', '#server/features/settlement/refunds/repository.ts'],
  ['server/features/probe/feature.ts', '#server/features/settlement/schema.ts'],
  ['server/features/unlisted/probe.ts', '#server/features/orders/service.ts'],
  ['server/features/checkout/probe.ts', '#server/features/admin/sessions.ts'],
  ['server/features/checkout/probe.ts', '../orders/service.ts'],
  ['server/features/checkout/probe.ts', '#test/app.ts'],
  ['server/features/checkout/probe.ts', '#client/lib/language.ts'],
  ['server/features/shipping/probe.ts', '#server/features/checkout/service.ts'],
  ['server/features/payments/probe.ts', '#server/features/checkout/service.ts'],
  ['server/features/stores/probe.ts', '#server/features/emails/outbox.ts'],
  ['server/features/emails/probe.ts', '#server/features/orders/service.ts'],
  ['server/features/orders/probe.ts', '#server/features/checkout/service.ts'],
  ['server/features/orders/probe.ts', '#server/features/emails/sender.ts'],
  ['server/features/wholesale/probe.ts', '#server/features/orders/service.ts'],
  ['server/features/admin/probe.ts', '#server/features/orders/repository.ts'],
  ['server/features/backup/probe.ts', '#server/features/orders/service.ts'],
  ['server/features/diagnostics/probe.ts', '#server/features/backup/restore.ts'],
  ['server/features/diagnostics/probe.ts', '#server/features/emails/repository.ts'],
  ['server/features/orders/probe.ts', '#server/features/diagnostics/checks.ts'],
  ['client/probe.ts', '#server/errors.ts'],
  ['client/probe.ts', '../server/errors.ts'],
  ['client/probe.ts', '#test/app.ts'],
  ['client/probe.ts', 'node:fs'],
  ['client/lib/probe.ts', '../features/cart/cart.ts'],
  ['client/lib/probe.ts', '../ui/picture.tsx'],
  ['client/lib/probe.ts', '../routes.tsx'],
  ['client/ui/probe.tsx', '../features/cart/cart.ts'],
  ['client/ui/probe.tsx', '../layout/footer.tsx'],
  ['client/layout/probe.tsx', '../features/cart/cart.ts'],
  ['client/layout/probe.tsx', '../pages/home.tsx'],
  ['client/pages/probe.tsx', '#server/errors.ts'],
  ['client/pages/probe.tsx', '../routes.tsx'],
  ['client/features/cart/probe.ts', '../checkout/flow.ts'],
  ['client/features/cart/probe.ts', '../../layout/footer.tsx'],
  ['client/features/cart/probe.ts', '../../pages/shop.tsx'],
  ['client/features/checkout/probe.ts', '../wholesale/api.ts'],
  ['client/features/checkout/payment/probe.ts', '../../wholesale/api.ts'],
  ['client/features/checkout/payment/probe.ts', '#server/features/payments/provider.ts'],
  ['client/features/checkout/probe.ts', '#server/features/checkout/service.ts'],
  ['client/features/admin/orders/probe.ts', '../wholesalers/api.ts'],
  ['client/features/admin/orders/probe.ts', '../../cart/cart.ts'],
  ['client/features/admin/orders/probe.ts', '../codes/api.ts'],
  ['client/features/admin/unlisted/probe.ts', '../orders/api.ts'],
  ['client/features/admin/kit/probe.ts', '../orders/api.ts'],
  ['client/features/admin/kit/list/probe.ts', '../../orders/api.ts'],
  ['client/features/admin/kit/list/probe.ts', '../../desk/tabs.ts'],
  ['scripts/probe.ts', '#test/app.ts'],
  ['scripts/probe.ts', '#client/app.tsx'],
  ['scripts/probe.ts', '../server/errors.ts'],
  ['server/probe.ts', '#server/features/orders/repository.ts'],
  ['server/features/orders/probe.ts', '#server/features/orders/service.ts'],
  ['client/features/cart/probe.ts', '../../../shared/core/money.ts'],
  ['client/features/cart/probe.ts', '#client/ui/button.tsx'],
  ['client/features/checkout/address/probe.ts', '../payment/payment-step.tsx'],
];

/** Allowed imports; the control for the list above. */
const ALLOWED: [file: string, source: string][] = [
  ['brand/probe.ts', '#shared/core/language.ts'],
  ['shared/probe.ts', '#brand/facts.ts'],
  ['shared/probe.ts', 'zod/mini'],
  ['shared/probe.ts', './money.ts'],
  ['server/probe.ts', './features/orders/routes.ts'],
  ['server/probe.ts', '#shared/core/money.ts'],
  ['server/plugins/probe.ts', '#server/errors.ts'],
  ['server/site/probe.ts', '#shared/catalogue/products.ts'],
  ['server/site/probe.ts', '#brand/facts.ts'],
  ['server/site/probe.ts', '#server/plugins/pages/pack.ts'],
  ['server/features/checkout/probe.ts', './repository.ts'],
  ['server/features/checkout/probe.ts', '#server/features/settlement/open-payment.ts'],
  ['server/features/settlement/probe.ts', '#server/features/orders/service.ts'],
  ['server/features/checkout/probe.ts', '#server/features/payments/provider.ts'],
  ['server/features/checkout/probe.ts', '#server/features/shipping/rate-source.ts'],
  ['server/features/orders/probe.ts', '#server/features/emails/outbox.ts'],
  ['server/features/probe/feature.ts', '#server/features/settlement/refunds/service.ts'],
  ['server/features/probe/feature.ts', '#server/feature.ts'],
  ['server/features/admin/probe.ts', '#server/features/wholesale/service.ts'],
  ['server/features/admin/probe.ts', './schema.ts'],
  ['server/features/admin/probe.ts', '#server/db/settings.ts'],
  ['server/features/backup/probe.ts', '#server/tables.ts'],
  ['server/features/backup/probe.ts', '#server/db/connect.ts'],
  ['server/features/diagnostics/probe.ts', '#server/features/backup/files.ts'],
  ['server/features/admin/probe.test.ts', '#test/app.ts'],
  ['server/features/diagnostics/probe.ts', '#server/features/settlement/service.ts'],
  ['client/probe.tsx', './pages/home.tsx'],
  ['client/pages/probe.tsx', '../features/cart/cart.ts'],
  ['client/features/checkout/probe.ts', '../cart/cart.ts'],
  ['client/features/checkout/payment/probe.ts', '../checkout-machine.ts'],
  ['client/features/checkout/payment/probe.ts', '../../../ui/button.tsx'],
  ['client/features/cart/probe.ts', '../../lib/language.ts'],
  ['client/features/cart/probe.ts', '#shared/core/money.ts'],
  ['client/features/cart/probe.ts', '#messages'],
  ['client/features/admin/orders/probe.ts', '../../../ui/picture.tsx'],
  ['client/features/admin/orders/probe.ts', '../kit/list/rows.ts'],
  ['client/features/admin/orders/probe.ts', '../emails/mail-buttons.tsx'],
  ['client/features/admin/unlisted/probe.ts', '../kit/dialog.tsx'],
  ['client/features/admin/kit/list/probe.ts', '../dialog.tsx'],
  ['scripts/probe.ts', '#server/db/connect.ts'],
];

/** The syntaxes of imports. */
const WAYS = [
  (source: string) => `import '${source}';`,
  (source: string) => `import type { A } from '${source}';\nexport type B = A;`,
  (source: string) => `export * from '${source}';`,
  (source: string) => `export const a = import('${source}');`,
  (source: string) => `import a, {\n  // It's not the last one.\n  type B,\n} from "${source}";`,
  (source: string) => `export type A = typeof import(\`${source}\`).a;`,
];

const isRefused = (file: string, text: string) => refusedImports(file, text).length > 0;

test('every feature is in the list of features, and its tables are in the list of all tables', async () => {
  const folders = readdirSync('server/features').sort();
  expect(Object.keys(FEATURES).sort()).toEqual(folders);
  for (const folder of folders.filter((name) => existsSync(`server/features/${name}/schema.ts`))) {
    expect(tables, folder).toMatchObject(await import(`../server/features/${folder}/schema.ts`));
  }
});

test('a feature lists only files of others that it imports', () => {
  const unused = Object.keys(FEATURES).flatMap((name) => {
    const files = globSync(`server/features/${name}/**/*.ts`, { exclude: ['**/*.test.ts', '**/feature.ts'] });
    const sources = files.map((file) => readFileSync(file, 'utf8')).join('');
    return usedBy(name)
      .filter((file) => !sources.includes(`'#server/features/${file}'`))
      .map((file) => `${name}: ${file}`);
  });
  expect(unused).toEqual([]);
});

test(`each of ${FORBIDDEN.length} forbidden imports is refused in every syntax, with its rule`, () => {
  const passed = FORBIDDEN.flatMap(([file, source]) =>
    WAYS.map((write) => write(source))
      .filter((text) => !isRefused(file, text))
      .map((text) => `${file}: ${text}`),
  );
  expect(passed).toEqual([]);
  expect(refusedImports('shared/probe.ts', "\nimport 'node:fs';")).toEqual([
    expect.objectContaining({ line: 2, source: 'node:fs', rule: expect.stringMatching(/^shared serves browser/) }),
  ]);
});

test(`each of ${ALLOWED.length} allowed imports is accepted`, () => {
  const refused = ALLOWED.flatMap(([file, source]) =>
    WAYS.map((write) => write(source))
      .filter((text) => isRefused(file, text))
      .map((text) => `${file}: ${text}`),
  );
  expect(refused).toEqual([]);
});
