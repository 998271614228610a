import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MUTANTS, type Mutant } from './table.ts';

/** The share of seeded faults that the tests must notice. */
const LEAST = 0.95;
const FOLDER = '.cache/mutants';
const LIMIT_MS = 300_000;
const PRELOAD = `--import ${new URL('./preload.ts', import.meta.url)}`;

type Verdict = 'caught' | 'missed' | 'no verdict';

/**
 * `npm run lab -- mutants` seeds each fault of the table separately, and runs the tests that should notice it. `--only
 * N12` selects those whose name or file contains this. `--gate` runs only the gate's tests, and lists the faults that
 * need the full tier. Exits with 1 when too many are missed.
 *
 * A fault that hangs its tests counts as caught; one whose module does not load gives no verdict, and fails the run.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, gate: { type: 'boolean' } } });
const { only, gate: isGate } = values;
const chosen = MUTANTS.flatMap((mutant, number) =>
  only === undefined || mutant.name.includes(only) || mutant.file.includes(only) ? [{ mutant, number }] : [],
);
mkdirSync(FOLDER, { recursive: true });

const tests = [...new Set(chosen.map(({ mutant }) => mutant.tests))];
console.log(`${chosen.length} faults; first ${tests.length} runs of their tests without any`);
const red = tests.filter((each) => {
  const verdict = judge(run(each));
  // In the gate, tests of only the full tier give no verdict.
  return verdict !== 'missed' && !(isGate && verdict === 'no verdict');
});
if (red.length > 0) {
  console.error(`These tests do not pass as they are, so that they prove nothing:\n${red.join('\n')}`);
  process.exit(1);
}

const verdicts = chosen.map(({ mutant, number }) => {
  const verdict = judge(run(mutant.tests, number));
  console.log(`${verdict.padEnd(10)} ${mutant.name} (${mutant.file})`);
  return { mutant, verdict };
});
const of = (wanted: Verdict): Mutant[] =>
  verdicts.filter(({ verdict }) => verdict === wanted).map(({ mutant }) => mutant);
const caught = of('caught').length;
console.log(
  `${caught} of ${verdicts.length} caught, ${of('missed').length} missed, ${of('no verdict').length} unclear`,
);
process.exitCode = (isGate || of('no verdict').length === 0) && caught >= verdicts.length * LEAST ? 0 : 1;

type Report = { numFailedTests: number; numPassedTests: number };

/** `null` when the tests hung. */
function run(files: string, number?: number): Report | null {
  const report = join(FOLDER, 'report.json');
  rmSync(report, { force: true });
  const project =
    isGate || files.includes('--project')
      ? []
      : (files.endsWith('.postgres.test.ts') ? ['postgres'] : ['unit', 'pglite']).flatMap((name) => [
          '--project',
          name,
        ]);
  const args = ['run', ...project, ...files.split(' '), '--retry=0', '--bail=1'];
  const { error } = spawnSync('npx', ['vitest', ...args, '--reporter=json', `--outputFile=${report}`], {
    env: {
      ...process.env,
      CI: '',
      FULL: isGate ? '' : '1',
      ...(number !== undefined && { MUTANT: String(number), NODE_OPTIONS: PRELOAD }),
    },
    timeout: LIMIT_MS,
    killSignal: 'SIGTERM',
    stdio: 'ignore',
  });
  if (error && 'code' in error && error.code === 'ETIMEDOUT') return null;
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

function judge(report: Report | null): Verdict {
  if (report === null || report.numFailedTests > 0) return 'caught';
  return report.numPassedTests > 0 ? 'missed' : 'no verdict';
}
