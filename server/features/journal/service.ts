import { currentActor } from '#server/db/actor.ts';
import type { Executor } from '#server/db/connect.ts';
import { pagedList } from '#server/db/paged-list.ts';
import type { BaseDeps } from '#server/deps.ts';
import type { ContentKind } from '#server/features/content/kind.ts';
import type { JournalLine, JournalQuery } from '#shared/admin/journal.ts';
import { deleteLinesBefore, insertLine, type JournalRow, listLines, type NewLine, quietly } from './repository.ts';

export { eraseFromJournal, withoutLines } from './repository.ts';

const KEPT_YEARS = 3;
/** Lines that one pass of the housekeeping deletes. */
const BATCH = 1_000;

/** A person of the staff, as the journal names one. */
type Who = { id: string; name: string };
/** Somebody who is not known. */
const NOBODY: Who = { id: '', name: '' };

/** A line that no trigger writes, because no row changes. */
type Note = Pick<NewLine, 'action' | 'area' | 'call' | 'subjectKind' | 'subjectId' | 'after'>;

/** Writes a line about something that changes no row, in the caller's transaction if there is one. */
export function note(db: Executor, { id, name }: Who, what: Note): Promise<void> {
  return insertLine(db, { staffId: id, staffName: name, ...what });
}

/** The same in the name of the person whose call this is; nothing without one. */
export async function noteByActor(db: Executor, what: Omit<Note, 'call'>): Promise<void> {
  const actor = currentActor();
  if (actor) await note(db, actor, { ...what, call: actor.call });
}

/** Writes one line for what would have one for each of many rows, in the name of the person whose call this is. */
export async function inOneLine<T>(tx: Executor, what: Omit<Note, 'call'>, work: () => Promise<T>): Promise<T> {
  await noteByActor(tx, what);
  return quietly(tx, work);
}

/** A sign-in, a refused one, or a sign-out. @param who `null` if the password fits nobody */
export function noteSession(
  db: Executor,
  action: 'sign_in' | 'sign_in_refused' | 'sign_out',
  who: Who | null,
  from: { address: string | null; device?: string | null },
): Promise<void> {
  return note(db, who ?? NOBODY, { action, area: 'sessions', after: from });
}

export type NamingDeps = Pick<BaseDeps, 'content'> & { kinds: readonly ContentKind[] };

/** The journal as a list that is searched, filtered and paged. */
export const journalList = (deps: NamingDeps) =>
  pagedList<JournalRow, JournalLine, JournalQuery>(listLines, (row) => toWire(row, deps), 'newest');

function toWire(
  { staffId, staffName, subjectKind, subjectId, subjectName, at, ...line }: JournalRow,
  deps: NamingDeps,
) {
  const subject =
    subjectKind === null || subjectId === null
      ? null
      : { kind: subjectKind, id: subjectId, name: subjectName ?? contentName(deps, subjectKind, subjectId) };
  return { ...line, at: at.toISOString(), staff: { id: staffId, name: staffName }, subject };
}

/** The present name of published content; `''` for everything else. */
function contentName({ content, kinds }: NamingDeps, kind: string, id: string): string {
  const known = kinds.find((each) => each.kind === kind);
  const fields = known && (content.current().items.get(kind)?.get(id) ?? known.defaults.get(id));
  return fields ? known.nameOf(id, fields) : '';
}

/** Deletes some of the lines that are older than the law asks for. */
export async function deleteOldLines({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>): Promise<void> {
  const moment = clock.now();
  moment.setUTCFullYear(moment.getUTCFullYear() - KEPT_YEARS);
  await deleteLinesBefore(db, moment, BATCH);
}
