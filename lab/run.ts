import { spawnSync } from 'node:child_process';

// npm run lab -- NAME [OPTIONS]: lab/README.md describes each.
const LABS: Readonly<Record<string, string>> = {
  bench: 'lab/bench/run.ts',
  faults: 'lab/faults/run.ts',
  cluster: 'lab/cluster/run.ts',
  attacks: 'lab/attacks/run.ts',
  mutants: 'lab/mutants/run.ts',
  count: 'lab/count.ts',
  install: 'lab/install/run.ts',
  fixture: 'test/fixtures/make.ts',
  screenshots: 'e2e/screenshots.ts',
};

const [name = '', ...options] = process.argv.slice(2);
const script = LABS[name];
if (!script) {
  console.error(`Use: npm run lab -- NAME [OPTIONS], where NAME is one of: ${Object.keys(LABS).join(', ')}`);
  process.exit(1);
}
process.exit(spawnSync(process.execPath, [script, ...options], { stdio: 'inherit' }).status ?? 1);
