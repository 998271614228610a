import { startBase } from '#test/engine-base.ts';

/** A PostgreSQL for the journeys' shops. */
export default async function setup(): Promise<() => Promise<void>> {
  const { base, stop } = await startBase('postgres');
  process.env.JOURNEYS_BASE = JSON.stringify(base);
  return stop;
}
