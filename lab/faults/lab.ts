import { type Base, type Engine, type EngineName, prepareEngineOn } from '#test/engine-base.ts';
import { addUp, type Verdict } from './verdict.ts';
import { World, type WorldOptions } from './world.ts';

/** One kind of fault. */
export type Fault = {
  /** Its row's name, from the list of faults, and what happens: `P23 before commit`. */
  name: string;
  engines: readonly EngineName[];
  /** How often it is done when a kill is done `rounds` times. */
  tries(rounds: number): number;
  /** Brings it about and lets the worlds be judged. @throws Error when the shop does not behave as it must */
  run(lab: Lab, tries: number): Promise<void>;
  /**
   * It measures times, and wants the machine for itself; its readers would also keep the mail server of other faults,
   * which runs in the same process, from answering in time.
   */
  isAlone?: true;
  /** Why it cannot be brought about on this machine; `null` when it can. */
  obstacle?(): string | null;
};

export const BOTH: readonly EngineName[] = ['pglite', 'postgres'];

/** `failure`: the fault was not brought to its end, so nothing was judged; why. */
export type Row = { fault: string; engine: EngineName; tries: number; note: string; failure: string | null } & Verdict;

/** Where a fault is tried: it opens worlds, and keeps what was found. */
export class Lab {
  readonly base: Base;
  readonly #worlds: World[] = [];
  readonly #verdicts: Verdict[] = [];
  readonly #notes: string[] = [];
  #tries: number | null = null;

  constructor(base: Base) {
    this.base = base;
  }

  /** A world on a database of its own, of this engine unless another is given. */
  async world(options: WorldOptions & { isEmpty?: boolean; engine?: Engine } = {}): Promise<World> {
    const engine = options.engine ?? (await prepareEngineOn(this.base, { isEmpty: options.isEmpty ?? false }));
    const world = await World.open(engine, options);
    this.#worlds.push(world);
    return world;
  }

  /** Lets the world recover and keeps the verdict. */
  async settle(world: World, ...how: Parameters<World['settle']>): Promise<Verdict> {
    const verdict = await world.settle(...how);
    this.#verdicts.push(verdict);
    return verdict;
  }

  /** A figure for the last column. */
  note(text: string): void {
    this.#notes.push(text);
  }

  /** How often it was done, where that is not what was asked for. */
  tried(tries: number): void {
    this.#tries = tries;
  }

  /** Something that must hold beside the invariants. */
  demand(holds: boolean, otherwise: string): void {
    if (!holds) this.#verdicts.push({ ...addUp([]), breaches: [otherwise] });
  }

  async close(): Promise<Pick<Row, 'note'> & { tries: number | null } & Verdict> {
    await Promise.all(this.#worlds.map((world) => world.close()));
    return { ...addUp(this.#verdicts), note: this.#notes.join(', '), tries: this.#tries };
  }
}

/** Tries one fault on one engine; what goes wrong stands in the row's breaches. */
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
