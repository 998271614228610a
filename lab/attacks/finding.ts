/** A row of the table that the run ends with. `hits` is empty when all went well, and says what did not. */
export type Finding = { row: string; tried: string; tries: number; result: string; hits: string[] };

/** What was not tried, and why: no hit, and no success either. */
export function skipped(row: string, tried: string, why: string): Finding {
  return { row, tried, tries: 0, result: `not tried: ${why}`, hits: [] };
}
