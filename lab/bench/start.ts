import { startPostgres } from '#test/postgres.ts';
import { type ProgramOptions, spawnProgram, startProgram } from '#test/program.ts';
import { type Section, spread } from './report.ts';
import { peakMb, processorTime, residentMb } from './resident.ts';
import { createDatabase, newDataDir } from './shop.ts';

const ROUNDS = 7;
/** Idle: the compiler of the embedded database's WebAssembly has finished by then. */
const IDLE_MS = 8_000;
const TARGETS = { readyMs: 1_000, pgliteMb: 480, postgresMb: 130 };

/** Time until the program is ready on an existing database, and its memory then. */
export async function measureStart(): Promise<Section> {
  const postgres = await startPostgres({ isDurable: true });
  const folder = newDataDir();
  try {
    const url = await createDatabase(postgres, 'bench_start');
    const engines: [string, number, ProgramOptions][] = [
      ['PGlite', TARGETS.pgliteMb, { env: ENV, dataDir: folder.path }],
      ['PostgreSQL', TARGETS.postgresMb, { env: { ...ENV, DATABASE_URL: url }, dataDir: folder.path }],
    ];
    // The very first start creates tables and password.
    for (const [, , options] of engines) await (await startProgram(options)).stop();
    const found = engines.map((): Start[] => []);
    for (let i = 0; i < ROUNDS; i++) {
      for (const [k, [, , options]] of engines.entries()) found[k]?.push(await measure(options, i < 3 ? IDLE_MS : 0));
    }
    const rows = engines.map(([engine, target], k) => {
      const starts = found[k] ?? [];
      const idle = starts.filter(({ idleMb }) => idleMb > 0);
      const of = (runs: Start[], key: keyof Start) =>
        spread(
          runs.map((run) => run[key]),
          (figure) => figure.toFixed(0),
        );
      const memory = [...of(idle, 'idleMb'), ...of(idle, 'peakMb')];
      return [engine, ...of(starts, 'readyMs'), ...of(starts, 'processorMs'), ...memory, target];
    });
    const head = ['database', 'ready ms', 'min–max', 'processor ms', 'min–max', 'idle MB', 'min–max'];
    head.push('peak MB', 'min–max', 'idle MB asked at most');
    const body = [
      `${ROUNDS} starts each, in turns, on a database that has its tables: from the start of the process to the first ` +
        `200 of /readyz (asked: at most ${TARGETS.readyMs} ms), and the processor time of all its threads until then. ` +
        `Memory is resident, of three of the starts, ${IDLE_MS / 1000} s later; the peak is the most until then.`,
      { head, rows },
    ];
    return { title: 'Start and idle memory', body };
  } finally {
    folder.remove();
    await postgres.stop();
  }
}

const ENV = { LOG_LEVEL: 'warn' };
type Start = { readyMs: number; processorMs: number; idleMb: number; peakMb: number };

async function measure(options: ProgramOptions, idleMs: number): Promise<Start> {
  const start = performance.now();
  const program = await spawnProgram(options);
  const { pid } = program.process;
  try {
    while (!(await fetch(`${program.url}/readyz`).catch(() => null))?.ok) {
      if (program.process.exitCode !== null) throw new Error(`The program ended at start:\n${program.output()}`);
      await new Promise((done) => setTimeout(done, 5));
    }
    const readyMs = performance.now() - start;
    const processorMs = processorTime(pid);
    if (idleMs > 0) await new Promise((done) => setTimeout(done, idleMs));
    return { readyMs, processorMs, idleMb: idleMs > 0 ? residentMb(pid) : 0, peakMb: idleMs > 0 ? peakMb(pid) : 0 };
  } finally {
    await program.stop();
  }
}
