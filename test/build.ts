import { spawnSync } from 'node:child_process';
import { keepFirstBrand } from './first-brand.ts';

// The site that the suites run on.
keepFirstBrand();
const { status } = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' });
process.exit(status ?? 1);
