import { errorText } from '#server/errors.ts';
import { enqueueEmails, type OutboxDeps, preparePlainEmail } from '#server/features/emails/outbox.ts';

/**
 * `payment`: one payment was canceled. `source`: an address or a browser is blocked for an hour. `overall`: many
 * declines in the whole shop.
 */
export type DeclineAlert = 'payment' | 'source' | 'overall';

/** Mails the owner about many declined cards, once for each kind and day. */
export async function tellOfDeclines(deps: OutboxDeps, kind: DeclineAlert, count: number): Promise<void> {
  const language = deps.config.ownerLanguage;
  const values = { count: String(count), admin: `${deps.config.publicUrl}/admin/dashboard` };
  const mail = preparePlainEmail(deps, {
    to: deps.config.ownerEmail,
    language,
    subject: errorText(`declines_${kind}_subject`, language, values),
    body: errorText(`declines_${kind}_body`, language, values),
    dedupeKey: `declines:${kind}:${deps.clock.now().toISOString().slice(0, 10)}`,
  });
  await deps.db.transaction((tx) => enqueueEmails(tx, deps, [mail]));
}
