/** The parts of a rate that shoppers compare: the price in US cents, and the promised day, or else business days. */
type Rate = { rateCents: number; estimatedDays: number; promised?: { arriveBy: string } };

/** More rates are too many to compare. */
const MAX_OFFERED = 4;

/**
 * The rates that are worth choosing from, cheapest first: none that costs more and does not arrive sooner, and at most
 * four, which are the cheapest three and the soonest.
 */
export function offeredRates<R extends Rate>(rates: readonly R[]): R[] {
  const worth: R[] = [];
  for (const rate of [...rates].sort((a, b) => a.rateCents - b.rateCents || compareArrival(a, b))) {
    const before = worth.at(-1);
    if (!before || compareArrival(rate, before) < 0) worth.push(rate);
  }
  return worth.length > MAX_OFFERED ? [...worth.slice(0, MAX_OFFERED - 1), ...worth.slice(-1)] : worth;
}

/** Negative when the first one arrives sooner. */
function compareArrival(a: Rate, b: Rate): number {
  if (!a.promised || !b.promised) return a.estimatedDays - b.estimatedDays;
  return Date.parse(a.promised.arriveBy) - Date.parse(b.promised.arriveBy);
}
