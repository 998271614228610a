import { createHash, randomInt } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { admitTry } from '#server/features/admin/login-throttle.ts';
import { accountMail } from '#server/features/admin/mailbox.ts';
import {
  type Arrival,
  enterWithout,
  holdPerson,
  noteEntered,
  noteRefused,
  type SignInDeps,
} from '#server/features/admin/sessions.ts';
import { enqueueEmails } from '#server/features/emails/outbox.ts';
import { inOneLine } from '#server/features/journal/service.ts';
import { countCodes, findCode, replaceCodes, takeCode } from './repository.ts';

const CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Makes ten codes in place of the person's earlier ones. @returns them, to be shown once */
export async function makeRecoveryCodes(tx: Executor, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, makeCode);
  const line = {
    ...({ action: 'update', area: 'staff', subjectKind: 'person', subjectId: staffId } as const),
    after: { recovery_codes: CODES },
  };
  await inOneLine(tx, line, () => replaceCodes(tx, staffId, codes.map(hashOf)));
  return codes;
}

/**
 * Opens a session for a recovery code, which then is used up, and mails its person how many are left. It is throttled
 * like a password.
 *
 * @returns the new session's token, only for the cookie
 * @throws AppError `recovery_code_refused` · `too_many`
 */
export async function logInWithCode(deps: SignInDeps, arrival: Arrival, code: string): Promise<string> {
  await admitTry(deps, arrival.address);
  try {
    const entered = await deps.db.transaction((tx) => enterWithCode(tx, deps, arrival, code));
    noteEntered(deps, arrival, { ...entered, by: 'recovery_code' });
    return entered.token;
  } catch (error) {
    if (error instanceof AppError) await noteRefused(deps, arrival, 'wrong recovery code');
    throw error;
  }
}

async function enterWithCode(tx: Executor, deps: SignInDeps, arrival: Arrival, code: string) {
  const hash = hashOf(code);
  const staffId = await findCode(tx, hash);
  const person = staffId === null ? null : await holdPerson(tx, staffId);
  if (!person || !(await takeCode(tx, hash))) throw new AppError('recovery_code_refused');
  const left = await countCodes(tx, person.id);
  await enqueueEmails(tx, deps, [accountMail(deps, person, 'recovery_used', arrival, { left: String(left) })]);
  const token = await enterWithout(tx, deps, arrival, person.id, true);
  if (token === null) throw new AppError('recovery_code_refused');
  return { token, staffId: person.id };
}

function makeCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** However it was typed: capitals, blanks and dashes do not count. */
const hashOf = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex');
