import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { facts } from '#brand/facts.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError, errorText, requireVersion } from '#server/errors.ts';
import { enqueueEmails, preparePlainEmail } from '#server/features/emails/outbox.ts';
import {
  type Helper,
  INVITATION_DAYS,
  type Invitation,
  type InvitationInput,
  type Invited,
  MAX_HELPERS,
} from '#shared/admin/helpers.ts';
import { ADMIN_LOGIN_PATH, JOIN_FRAGMENT } from '#shared/admin/paths.ts';
import { OWNER } from '#shared/admin/staff.ts';
import { type PasswordDeps, requireStrong } from '../change-password.ts';
import type { Caller } from '../device.ts';
import { noteDevice } from '../devices.ts';
import { admitTry } from '../login-throttle.ts';
import { hashPassword } from '../password.ts';
import { deleteSessionsOf, holdPerson, type StaffRow } from '../repository.ts';
import { openSession, staffEmail } from '../sessions.ts';
import * as repository from './repository.ts';

const DAY_MS = 24 * 3_600_000;

export type StaffDeps = PasswordDeps & {
  /** Removes what opens a person's account beside the password. */
  removeKeys(tx: Executor, staffId: string): Promise<void>;
};

/** The helpers and those who are invited, in the order of their names. */
export async function listHelpers({ db, clock }: PasswordDeps): Promise<Helper[]> {
  return (await repository.listHelpers(db)).map((row) => toWire(row, clock.now()));
}

/**
 * Invites a helper by a link, which is mailed where the shop sends mails.
 *
 * @throws AppError `helper_known` the address was invited before · `too_many_helpers`
 */
export async function inviteHelper(
  deps: PasswordDeps,
  { name, email, language }: InvitationInput,
): Promise<Invitation> {
  const { db, clock, log } = deps;
  const link = newLink(deps, language);
  const invitation = await db.transaction(async (tx) => {
    // One invitation after the other, so that the number stays true.
    await holdPerson(tx, OWNER);
    if ((await repository.listHelpers(tx)).length >= MAX_HELPERS) {
      throw new AppError('too_many_helpers', { values: { most: String(MAX_HELPERS) } });
    }
    const row = await repository.insertHelper(tx, {
      ...{ id: randomUUID(), name, email: staffEmail(email), language, createdAt: clock.now() },
      ...link.stored,
    });
    if (!row) throw new AppError('helper_known');
    return handOver(deps, tx, row, link);
  });
  log.info({ event: 'helper_invited', person: invitation.helper.id }, 'a helper was invited');
  return invitation;
}

/**
 * A new link for a helper, such as for a forgotten password or a lost phone. It ends the older link, all sessions,
 * passkeys and recovery codes; the current password works until it is used.
 *
 * @throws AppError `not_found`
 */
export async function writeLink(deps: StaffDeps, id: string): Promise<Invitation> {
  const { db, log } = deps;
  const invitation = await db.transaction(async (tx) => {
    const helper = await repository.lockHelper(tx, id);
    if (!helper) throw new AppError('not_found');
    const link = newLink(deps, helper.language);
    const row = await repository.saveLink(tx, id, link.stored);
    if (!row) throw new AppError('not_found');
    await endSignIns(tx, deps, id);
    return handOver(deps, tx, row, link);
  });
  log.info({ event: 'helper_link', person: id }, 'a new link for a helper was written');
  return invitation;
}

/** @throws AppError `not_found` · `stale_version` */
export async function renameHelper(
  { db, clock }: PasswordDeps,
  id: string,
  { name, version }: { name: string; version?: number | undefined },
): Promise<Helper> {
  return db.transaction(async (tx) => {
    await lockKnown(tx, id, version, clock.now());
    const row = await repository.renameHelper(tx, id, name);
    if (!row) throw new AppError('not_found');
    return toWire(row, clock.now());
  });
}

/** Ends all sessions of a helper on every instance, and the link. @throws AppError `not_found` · `stale_version` */
export async function removeHelper(
  { db, clock, log }: PasswordDeps,
  id: string,
  version: number | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockKnown(tx, id, version, clock.now());
    await repository.deleteHelper(tx, id);
  });
  log.info({ event: 'helper_removed', person: id }, 'a helper was removed; every session of that person has ended');
}

/** Whom a link is for. @throws AppError `invitation_ended` unknown, used, replaced or too old */
export async function getInvited({ db, clock }: PasswordDeps, token: string): Promise<Invited> {
  const row = await repository.findInvited(db, hashOf(token), clock.now());
  if (!row) throw new AppError('invitation_ended');
  return { name: row.name, email: row.email ?? '' };
}

/**
 * Sets a helper's password by a link, once, ends what an earlier password has opened, and tells the owner.
 *
 * @returns the token of the caller's new session
 * @throws AppError `invitation_ended` · `too_many` · `validation` short or common
 */
export async function acceptInvitation(
  deps: StaffDeps,
  caller: Caller,
  { token, next }: { token: string; next: string },
): Promise<string> {
  const { db, clock, log } = deps;
  await admitTry(deps, caller.address);
  await getInvited(deps, token);
  requireStrong(next);
  const passwordHash = await hashPassword(next);
  const { session, person } = await db.transaction(async (tx) => {
    const row = await repository.takeLink(tx, hashOf(token), passwordHash, clock.now());
    if (!row) throw new AppError('invitation_ended');
    await noteDevice(tx, deps, caller, row.id, true);
    await endSignIns(tx, deps, row.id);
    await enqueueEmails(tx, deps, [notice(deps, row)]);
    const opened = await openSession({ db: tx, clock }, caller, { staffId: row.id, passwordHash });
    return { session: opened, person: row.id };
  });
  log.info({ event: 'helper_joined', address: caller.address, person }, 'a helper has set a password by a link');
  return session;
}

/** Ends the sessions of a helper, and what would open others. */
async function endSignIns(tx: Executor, deps: StaffDeps, id: string): Promise<void> {
  await deps.removeKeys(tx, id);
  await deleteSessionsOf(tx, id);
}

async function lockKnown(tx: Executor, id: string, version: number | undefined, now: Date): Promise<void> {
  const row = await repository.lockHelper(tx, id);
  if (!row) throw new AppError('not_found');
  requireVersion(version, toWire(row, now));
}

type NewLink = { url: string; stored: repository.Link };

/** The token is in the fragment, which no server and no log gets. */
function newLink({ config, clock }: PasswordDeps, language: StaffRow['language']): NewLink {
  const token = randomBytes(32).toString('base64url');
  const page = `${config.publicUrl}${ADMIN_LOGIN_PATH}?lang=${language ?? config.ownerLanguage}`;
  return {
    url: `${page}#${JOIN_FRAGMENT}${token}`,
    stored: { linkHash: hashOf(token), linkEndsAt: new Date(clock.now().getTime() + INVITATION_DAYS * DAY_MS) },
  };
}

/** The link for the owner to copy; mailed too, if the shop sends mails. */
async function handOver(deps: PasswordDeps, tx: Executor, row: StaffRow, { url }: NewLink): Promise<Invitation> {
  const { config, clock } = deps;
  const isMailed = Boolean(config.smtp && row.email);
  if (isMailed) {
    const language = row.language ?? config.ownerLanguage;
    const values = { name: row.name, shop: facts.name, link: url };
    const mail = preparePlainEmail(deps, {
      to: row.email ?? '',
      language,
      subject: errorText('helper_link_subject', language, values),
      body: errorText('helper_link_body', language, values),
    });
    await enqueueEmails(tx, deps, [mail]);
  }
  return { helper: toWire(row, clock.now()), link: url, isMailed };
}

/** Somebody who has the owner's session could have sent the invitation. */
function notice(deps: PasswordDeps, { name, email }: StaffRow) {
  const { ownerEmail: to, ownerLanguage: language } = deps.config;
  const values = { name, address: email ?? '' };
  return preparePlainEmail(deps, {
    to,
    language,
    subject: errorText('helper_joined_subject', language, values),
    body: errorText('helper_joined_body', language, values),
  });
}

function toWire(row: StaffRow, now: Date): Helper {
  const { id, name, email, language, passwordHash, linkEndsAt, lastUsedAt, createdAt, version } = row;
  return {
    id,
    name,
    email: email ?? '',
    language: language ?? 'en',
    hasPassword: passwordHash !== null,
    linkEndsAt: linkEndsAt && linkEndsAt > now ? linkEndsAt.toISOString() : null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    version,
  };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
