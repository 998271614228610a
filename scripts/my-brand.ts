import { spawnSync } from 'node:child_process';
import { BRAND_FOLDER, FIRST_BRAND, MY_BRAND } from './brand-folder.ts';
import { completeBrand } from './complete-brand.ts';

// The first import of each command: restarts it with the condition of package.json that resolves `#brand/…` to the
// owner's folder. Node resolves imports before any code runs, so a process cannot switch itself.
const CONDITION = `--conditions=${MY_BRAND}`;
const options = process.env.NODE_OPTIONS ?? '';

if (BRAND_FOLDER === MY_BRAND && !options.includes(CONDITION)) {
  for (const sentence of completeBrand(MY_BRAND, FIRST_BRAND)) console.error(sentence);
  const env = { ...process.env, NODE_OPTIONS: `${options} ${CONDITION}`.trim() };
  const args = [...process.execArgv, ...process.argv.slice(1)];
  // Windows has no execve.
  process.execve?.(process.execPath, [process.execPath, ...args], env);
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1);
}
