import type { FastifyBaseLogger as Logger } from 'fastify';
import { facts } from '#brand/facts.ts';
import type { Connection } from '#server/db/connect.ts';
import type { LiveContent } from '#server/features/content/live-content.ts';
import { setShopZone } from '#shared/shipping/shop-zone.ts';
import { factsOf } from './kinds.ts';

type Deps = { content: LiveContent; connection: Pick<Connection, 'countDays'>; log: Logger };

/**
 * `count` finishes a recount that a kill or a lost connection interrupted; it never throws. `stop` waits for a running
 * recount.
 */
export type FollowedTimeZone = { count(): Promise<void>; stop(): Promise<void> };

/**
 * Applies the published time zone: at once in this process, and to the database's stats, which are recounted. Safe on
 * several instances: the database reads the zone itself, so a late instance does not revert a recount.
 */
export function followTimeZone({ content, connection, log }: Deps): FollowedTimeZone {
  let counting = Promise.resolve();
  const count = () => {
    counting = counting
      .then(() => connection.countDays(facts.timeZone))
      .then((isNew) => {
        if (isNew) log.info({ event: 'days_counted' }, 'the stats are counted by the days of the shop’s time zone');
      })
      .catch((error) => log.warn({ err: error }, 'the stats could not be counted by the time zone and will be again'));
    return counting;
  };
  let zone = factsOf(content.current()).timeZone;
  setShopZone(zone);
  content.onNewer((snapshot) => {
    const { timeZone } = factsOf(snapshot);
    if (timeZone === zone) return;
    zone = timeZone;
    setShopZone(zone);
    void count();
  });
  return { count, stop: () => counting };
}
