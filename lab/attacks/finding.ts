/** A row of the run's final table. `hits` is empty on success, and otherwise lists the failures. */
export type Finding = { row: string; tried: string; tries: number; result: string; hits: string[] };

/** An attack that was not tried, and why: neither a hit nor a success. */
export function skipped(row: string, tried: string, why: string): Finding {
  return { row, tried, tries: 0, result: `not tried: ${why}`, hits: [] };
}
