import { facts } from '#brand/facts.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { type Caller, deviceName } from '#server/features/admin/device.ts';
import { admitTry, forgiveTries, takeChallengeTry } from '#server/features/admin/login-throttle.ts';
import { accountMail, mailboxOf } from '#server/features/admin/mailbox.ts';
import { noteRefusedProof, requireOwnPassword } from '#server/features/admin/own-password.ts';
import {
  type Arrival,
  enterWithout,
  findPerson,
  holdPerson,
  noteEntered,
  noteRefused,
} from '#server/features/admin/sessions.ts';
import { enqueueEmails, type OutboxDeps } from '#server/features/emails/outbox.ts';
import type {
  Assertion,
  AssertionOptions,
  Attestation,
  CreationOptions,
  Passkey,
  PasskeyAdded,
  PasskeyList,
  Proof,
} from '#shared/admin/account.ts';
import { CHALLENGE_MS, issueChallenge, type Purpose, spendChallenge } from './challenges.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import {
  countCodes,
  countUse,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
} from './repository.ts';
import {
  ALGORITHMS,
  challengeIn,
  type RelyingParty,
  relyingParty,
  verifyAssertion,
  verifyAttestation,
} from './webauthn.ts';

export { removeKeys } from './repository.ts';

/** The most that one person may have. */
const MAX_PASSKEYS = 20;

export type PasskeyDeps = BaseDeps & OutboxDeps;
/** A person in an open session. `session` is its name. */
export type Holder = Caller & { staffId: string; session: string };

/* ---- signing in ---- */

/** What a browser needs to sign in with any of its keys for this shop. @throws AppError `passkeys_impossible` · `too_many` */
export async function challengeLogin(deps: PasskeyDeps, { address }: Caller): Promise<AssertionOptions> {
  const party = requireParty(deps);
  await takeChallengeTry(deps, address);
  return assertionOptions(party, await issueChallenge(deps, 'login'), []);
}

/**
 * Opens a session for the person whose key has answered. It is throttled like a password.
 *
 * @returns the new session's token, only for the cookie
 * @throws AppError `passkey_refused` · `too_many`
 */
export async function logInWithPasskey(deps: PasskeyDeps, arrival: Arrival, answer: Assertion): Promise<string> {
  await admitTry(deps, arrival.address);
  const used = await checkAnswer(deps, 'login', answer);
  const token =
    typeof used === 'string'
      ? null
      : await deps.db.transaction(async (tx) => {
          // In the order in which a removed person's rows are deleted.
          await holdPerson(tx, used.passkey.staffId);
          const isNext = await countUse(tx, used.passkey.id, used, deps.clock.now());
          return isNext ? enterWithout(tx, deps, arrival, used.passkey.staffId) : null;
        });
  if (token === null || typeof used === 'string') {
    await noteRefused(deps, arrival, 'a passkey was refused', typeof used === 'string' ? used : 'counter');
    throw new AppError('passkey_refused');
  }
  noteEntered(deps, arrival, { token, staffId: used.passkey.staffId, by: 'passkey' });
  return token;
}

type Use = { passkey: PasskeyRow; counter: number; isBackedUp: boolean };

/** @returns the key and its count, or why the answer is refused */
async function checkAnswer(
  deps: PasskeyDeps,
  purpose: Purpose,
  answer: Assertion,
): Promise<Use | 'challenge' | 'unknown' | 'answer'> {
  const party = requireParty(deps);
  const challenge = challengeIn(answer);
  if (challenge === null || !(await spendChallenge(deps, challenge, purpose))) return 'challenge';
  const passkey = await findPasskey(deps.db, answer.id);
  const { userHandle } = answer.response;
  // Nobody was named before a sign-in, so that the key has to say whose it is.
  const isNamed = userHandle !== undefined || purpose !== 'login';
  if (!passkey || !isNamed || (userHandle ?? handleOf(passkey.staffId)) !== handleOf(passkey.staffId)) return 'unknown';
  const verified = await verifyAssertion(party, passkey, challenge, answer);
  return verified ? { passkey, ...verified } : 'answer';
}

/* ---- proving it anew ---- */

/** What a browser needs to prove with one of the person's keys that it is still them. */
export async function challengeHolder(deps: PasskeyDeps, { staffId, session }: Holder): Promise<AssertionOptions> {
  const party = requireParty(deps);
  const own = (await listPasskeys(deps.db, staffId)).filter(({ host }) => host === party.host);
  return assertionOptions(party, await issueChallenge(deps, `confirm ${session}`), own);
}

/**
 * An open session alone, such as an unlocked phone, adds no key and makes no codes.
 *
 * @throws AppError `validation` wrong password · `passkey_refused` · `too_many`
 */
async function requireProof(deps: PasskeyDeps, holder: Holder, proof: Proof): Promise<void> {
  const { staffId } = holder;
  if ('password' in proof) {
    await requireOwnPassword(deps, holder, { staffId, password: proof.password, path: 'password' });
    return;
  }
  await admitTry(deps, holder.address);
  const used = await checkAnswer(deps, `confirm ${holder.session}`, proof.passkey);
  const isOwn =
    typeof used !== 'string' &&
    used.passkey.staffId === staffId &&
    (await countUse(deps.db, used.passkey.id, used, deps.clock.now()));
  if (!isOwn) {
    await noteRefusedProof(deps, holder, staffId, 'a passkey was refused in an open session');
    throw new AppError('passkey_refused');
  }
  await forgiveTries(deps, holder.address, staffId);
}

/** Makes ten recovery codes in place of the earlier ones. @returns them, to be shown once */
export async function renewCodes(deps: PasskeyDeps, holder: Holder, proof: Proof): Promise<string[]> {
  await requireProof(deps, holder, proof);
  return deps.db.transaction(async (tx) => {
    await holdPerson(tx, holder.staffId);
    return makeRecoveryCodes(tx, holder.staffId);
  });
}

export const countRecoveryCodes = ({ db }: PasskeyDeps, { staffId }: Holder) => countCodes(db, staffId);

/* ---- the person's keys ---- */

export async function listOwnPasskeys({ db, config }: PasskeyDeps, { staffId }: Holder): Promise<PasskeyList> {
  const rows = await listPasskeys(db, staffId);
  return {
    here: relyingParty(config)?.host ?? null,
    origin: new URL(config.publicUrl).origin,
    passkeys: rows.map(toPasskey),
  };
}

/** What a browser needs to make a key, after a fresh proof. @throws AppError `passkeys_many` and those of the proof */
export async function challengeNew(deps: PasskeyDeps, holder: Holder, proof: Proof): Promise<CreationOptions> {
  const { db, config } = deps;
  const party = requireParty(deps);
  await requireProof(deps, holder, proof);
  const own = await listPasskeys(db, holder.staffId);
  if (own.length >= MAX_PASSKEYS) throw new AppError('passkeys_many', { values: { most: String(MAX_PASSKEYS) } });
  const person = await findPerson(db, holder.staffId);
  if (!person) throw new AppError('not_found');
  const { to } = mailboxOf(config, person);
  return {
    challenge: await issueChallenge(deps, `add ${holder.session}`),
    rp: { id: party.host, name: facts.name },
    user: { id: handleOf(person.id), name: to, displayName: person.name || to },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: own.filter(({ host }) => host === party.host).map(toDescriptor),
  };
}

/**
 * Stores a key that the browser has made, named after the device, and mails its person. The first one comes with
 * recovery codes.
 *
 * @throws AppError `passkey_not_added` · `conflict` the key is another's or was added already
 */
export async function addPasskey(deps: PasskeyDeps, holder: Holder, answer: Attestation): Promise<PasskeyAdded> {
  const { db, log } = deps;
  const { staffId } = holder;
  const party = requireParty(deps);
  const challenge = challengeIn(answer);
  const isOpen = challenge !== null && (await spendChallenge(deps, challenge, `add ${holder.session}`));
  const verified = isOpen ? await verifyAttestation(party, challenge, answer) : null;
  if (!verified) {
    const reason = isOpen ? 'answer' : 'challenge';
    log.warn({ event: 'passkey_not_added', address: holder.address, reason }, 'a new passkey was refused');
    throw new AppError('passkey_not_added');
  }
  const added = await db.transaction(async (tx) => {
    const person = await holdPerson(tx, staffId);
    if (!person) throw new AppError('not_found');
    const own = await listPasskeys(tx, staffId);
    if (own.length >= MAX_PASSKEYS) throw new AppError('passkeys_many', { values: { most: String(MAX_PASSKEYS) } });
    const row = await insertPasskey(tx, {
      ...verified,
      staffId,
      host: party.host,
      name: deviceName(holder.userAgent) ?? '',
      transports: answer.response.transports ?? [],
      createdAt: deps.clock.now(),
    });
    if (!row) throw new AppError('conflict');
    const isFirst = own.length === 0 && (await countCodes(tx, staffId)) === 0;
    const recoveryCodes = isFirst ? await makeRecoveryCodes(tx, staffId) : null;
    await enqueueEmails(tx, deps, [accountMail(deps, person, 'passkey_added', holder)]);
    return { passkey: toPasskey(row), recoveryCodes };
  });
  log.info({ event: 'passkey_added', address: holder.address, session: holder.session }, 'a passkey was added');
  return added;
}

/** @throws AppError `not_found` */
export async function nameOwnPasskey({ db }: PasskeyDeps, staffId: string, id: string, name: string): Promise<Passkey> {
  const row = await renamePasskey(db, staffId, id, name);
  if (!row) throw new AppError('not_found');
  return toPasskey(row);
}

/** @throws AppError `not_found` */
export async function removeOwnPasskey({ db }: PasskeyDeps, staffId: string, id: string): Promise<void> {
  if (!(await deletePasskey(db, staffId, id))) throw new AppError('not_found');
}

function requireParty({ config }: PasskeyDeps): RelyingParty {
  const party = relyingParty(config);
  if (!party) throw new AppError('passkeys_impossible');
  return party;
}

/** What a key stores of its person. It must not change: a key made again then replaces the one on the same device. */
const handleOf = (staffId: string) => Buffer.from(staffId).toString('base64url');

const assertionOptions = (
  { host }: RelyingParty,
  challenge: string,
  allowed: readonly PasskeyRow[],
): AssertionOptions => ({
  challenge,
  rpId: host,
  timeout: CHALLENGE_MS,
  userVerification: 'required',
  allowCredentials: allowed.map(toDescriptor),
});

const toDescriptor = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: [...transports],
});

const toPasskey = ({ id, name, host, isBackedUp, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  host,
  isBackedUp,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
