import { eachSecond } from '#server/each-second.ts';
import { type ContentDeps, publish } from '#server/features/content/service.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { FACTS_CONTENT, FACTS_ID, factsOf, shownDayKind } from './kinds.ts';

const PAUSE_MS = 30_000;

/** Removes special hours that have passed from the pages; yearly ones move to their next days. @returns whether there were any */
export async function dropPastHours(deps: ContentDeps): Promise<boolean> {
  const today = shopDay(deps.clock.now());
  const { specialHours = [] } = factsOf(deps.content.current());
  if (specialHours.every(({ until }) => until >= today)) return false;
  const request = { kind: shownDayKind.kind, id: FACTS_ID, what: { fields: { day: today } } };
  await publish(deps, FACTS_CONTENT, [request], { isUrgent: true });
  return true;
}

/** Checks whether pages still show special hours that have passed. Safe on several instances: one of them publishes. */
export function watchSpecialHours(deps: ContentDeps): { stop(): Promise<void> } {
  return eachSecond(
    () => dropPastHours(deps),
    (error) => deps.log.warn({ err: error }, 'the pages could not drop special hours that are over'),
    PAUSE_MS,
  );
}
