import { type Base, type Engine, type EngineName, prepareEngineOn } from '#test/engine-base.ts';
import { addUp, type Verdict } from './verdict.ts';
import { World, type WorldOptions } from './world.ts';

/** One kind of fault. */
export type Fault = {
  /** Name of its row: the code in docs/faults.md, and what happens, `P23 before commit`. */
  name: string;
  engines: readonly EngineName[];
  /** How often it runs for `rounds` rounds of kills. */
  tries(rounds: number): number;
  /** Causes the fault and gives a verdict on each world. @throws Error when the shop misbehaves */
  run(lab: Lab, tries: number): Promise<void>;
  /**
   * It measures times and needs the machine for itself. Its readers would also delay the mail servers of other faults
   * in the same process.
   */
  isAlone?: true;
  /** Why it is impossible on this machine; `null` when it is possible. */
  obstacle?(): string | null;
};

export const BOTH: readonly EngineName[] = ['pglite', 'postgres'];

/** `failure`: why the fault was not completed, so that nothing was judged. */
export type Row = { fault: string; engine: EngineName; tries: number; note: string; failure: string | null } & Verdict;

/** The environment of a fault: opens worlds, and collects results. */
export class Lab {
  readonly base: Base;
  readonly #worlds: World[] = [];
  readonly #verdicts: Verdict[] = [];
  readonly #notes: string[] = [];
  #tries: number | null = null;

  constructor(base: Base) {
    this.base = base;
  }

  /** A world with a separate database, by default of this engine. */
  async world(options: WorldOptions & { isEmpty?: boolean; engine?: Engine } = {}): Promise<World> {
    const engine = options.engine ?? (await prepareEngineOn(this.base, { isEmpty: options.isEmpty ?? false }));
    const world = await World.open(engine, options);
    this.#worlds.push(world);
    return world;
  }

  /** Lets the world recover and stores the verdict. */
  async settle(world: World, ...how: Parameters<World['settle']>): Promise<Verdict> {
    const verdict = await world.settle(...how);
    this.#verdicts.push(verdict);
    return verdict;
  }

  /** A figure for the last column. */
  note(text: string): void {
    this.#notes.push(text);
  }

  /** The actual number of runs, if it differs from the requested one. */
  tried(tries: number): void {
    this.#tries = tries;
  }

  /** A condition besides the invariants. */
  demand(holds: boolean, otherwise: string): void {
    if (!holds) this.#verdicts.push({ ...addUp([]), breaches: [otherwise] });
  }

  async close(): Promise<Pick<Row, 'note'> & { tries: number | null } & Verdict> {
    await Promise.all(this.#worlds.map((world) => world.close()));
    return { ...addUp(this.#verdicts), note: this.#notes.join(', '), tries: this.#tries };
  }
}

/** Runs one fault on one engine; problems are in the row's breaches. */
export async function runFault(fault: Fault, base: Base, rounds: number): Promise<Row> {
  const tries = fault.tries(rounds);
  const row = { fault: fault.name, engine: base.engine };
  const obstacle = fault.obstacle?.() ?? null;
  if (obstacle !== null) return { ...row, tries: 0, ...addUp([]), note: `skipped: ${obstacle}`, failure: null };
  const lab = new Lab(base);
  const failure = await fault.run(lab, tries).then(
    () => null,
    (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  const found = await lab.close();
  return { ...row, ...found, tries: found.tries ?? tries, failure };
}
