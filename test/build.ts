import { spawnSync } from 'node:child_process';
import { switchToTestBrand } from './brand-fixture.ts';

// The site that the suites run on. Its brand is a copy of the sample, which has to have a text of today before it is built.
switchToTestBrand();
const { status } = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' });
process.exit(status ?? 1);
