import type { FastifyBaseLogger as Logger } from 'fastify';
import { facts } from '#brand/facts.ts';
import type { Connection } from '#server/db/connect.ts';
import type { LiveContent } from '#server/features/content/live-content.ts';
import { setShopZone } from '#shared/shipping/shop-zone.ts';
import { factsOf } from './kinds.ts';

type Deps = { content: LiveContent; connection: Pick<Connection, 'countDays'>; log: Logger };

/**
 * `count` ends a counting that a kill or a lost connection has cut off; it never throws. `stop` waits for a counting that
 * runs.
 */
export type FollowedTimeZone = { count(): Promise<void>; stop(): Promise<void> };

/**
 * Keeps the shop's days those of the published facts: at once in this process, and in the database's stats, which are
 * counted anew. Safe on several instances: the database reads the zone itself, so one that is late counts nothing back.
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
