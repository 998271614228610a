import { eachSecond } from '#server/each-second.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import { enqueueEmails } from '#server/features/emails/outbox.ts';
import { isErased } from '#shared/checkout/person.ts';
import type { Recall } from '#shared/lots/recalls.ts';
import * as repository from './recall-repository.ts';
import { listUnwritten, type RecallDeps, recallMail } from './recalls.ts';
import { showNotices } from './shown.ts';

const BATCH = 50;
const EVERY_MS = 2_000;

/**
 * Writes the mails of started recalls into the outbox, one for each person. Safe on several instances, and after a kill
 * at any point: a batch and the state of its orders are one transaction, and the outbox has a key for each person.
 */
export async function writeRecallMails(deps: RecallDeps): Promise<void> {
  for (const recall of await listUnwritten(deps.db)) {
    while (await writeSome(deps, recall)) {
      // The next batch.
    }
    await repository.noteWritten(deps.db, recall.id, deps.clock.now());
  }
}

/** @returns whether there may be more */
function writeSome(deps: RecallDeps, recall: Recall): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const waiting = await repository.lockWaiting(tx, recall.id, BATCH);
    const reasonOf = ({ email }: (typeof waiting)[number]) =>
      isErased(email) ? 'erased' : email.includes('@') ? 'mailed' : 'no_address';
    const mailed = waiting.filter((row) => reasonOf(row) === 'mailed');
    await enqueueEmails(
      tx,
      deps,
      mailed.map(({ orderId, email, language, isSure, number }) =>
        recallMail(deps, recall, {
          ...{ language, to: email, isSure, order: { id: orderId, number } },
          dedupeKey: repository.mailKeyOf(recall.id, orderId),
        }),
      ),
    );
    for (const state of ['mailed', 'erased', 'no_address'] as const) {
      const ids = waiting.filter((row) => reasonOf(row) === state).map(({ orderId }) => orderId);
      await repository.setState(tx, recall.id, ids, state);
    }
    return waiting.length === BATCH;
  });
}

/** Every few seconds: the mails of recalls, and the notices on the pages. */
export function watchRecalls(deps: RecallDeps & ContentDeps): { stop(): Promise<void> } {
  return eachSecond(
    async () => {
      await writeRecallMails(deps);
      await showNotices(deps);
    },
    (error) => deps.log.warn({ err: error }, 'the mails or notices of a recall could not be written'),
    EVERY_MS,
  );
}
