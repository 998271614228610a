import { spawn } from 'node:child_process';
import { BRAND_FOLDER, MY_BRAND } from './brand-folder.ts';

// What a change has to pass. Every check runs, even after a failed one, so that one run reports everything. `npm run
// check -- --fix` first formats and fixes what the linter can fix; `npm run typecheck` only compiles.

type Check = { name: string; command: string[] };
type Result = Check & { isPassed: boolean; seconds: number };

const node = (...args: string[]) => [process.execPath, ...args];
/** The tests use brand/; everything else uses an owner's brand, if there is one. */
const BRAND = BRAND_FOLDER === MY_BRAND ? ['--customConditions', MY_BRAND] : [];
const fix = process.argv.includes('--fix');
const GENERATE: Check = { name: 'generated sources', command: node('scripts/generate.ts') };
const TYPES = ['shared', 'server', 'client', 'tests'].map(
  (part): Check => ({
    name: `types of ${part}`,
    command: ['tsc', '-p', `tsconfig.${part}.json`, '--pretty', ...(part === 'tests' ? [] : BRAND)],
  }),
);

/** Each stage needs the output of the one before. The checks of one stage run at the same time. */
const ALL: Check[][] = [
  [GENERATE],
  // Alone where it writes: the compiler and the build read the same files.
  ...(fix ? [[{ name: 'lint and format', command: ['biome', 'check', '--write', '.'] }]] : []),
  [
    { name: 'build', command: node('scripts/build.ts', '--if-stale') },
    ...(fix ? [] : [{ name: 'lint and format', command: ['biome', 'check', '.'] }]),
    { name: 'arrows', command: node('scripts/arrows.ts') },
    ...TYPES,
    { name: 'unused code', command: ['knip'] },
  ],
  [{ name: 'script budgets', command: node('scripts/budget.ts') }],
];
/** The laboratories are compiled only for work on types; changes do not wait for them. */
const LAB: Check = { name: 'types of lab', command: ['tsc', '-p', 'tsconfig.lab.json', '--pretty'] };
const STAGES = process.argv.includes('--types') ? [[GENERATE], [...TYPES, LAB]] : ALL;

/** Prints the whole output of a check when it ends, so that concurrent checks do not mix. */
function run(check: Check): Promise<Result> {
  const [command = '', ...args] = check.command;
  const started = performance.now();
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const end = (isPassed: boolean) => {
      const seconds = (performance.now() - started) / 1000;
      const text = output.trim();
      if (text) console.log(`\n── ${check.name}\n${text}`);
      done({ ...check, isPassed, seconds });
    };
    child.once('error', (error) => {
      output += String(error);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

const results: Result[] = [];
for (const stage of STAGES) results.push(...(await Promise.all(stage.map(run))));

console.log('');
for (const { name, isPassed, seconds } of results) {
  console.log(`${isPassed ? 'passed' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)`);
}
const failed = results.filter(({ isPassed }) => !isPassed);
if (failed.length > 0) console.log(`\n${failed.length} of ${results.length} checks failed`);
process.exit(failed.length === 0 ? 0 : 1);
