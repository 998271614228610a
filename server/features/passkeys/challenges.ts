import { createHash, randomBytes } from 'node:crypto';
import type { BaseDeps } from '#server/deps.ts';
import { deleteChallengesBefore, insertChallenge, takeChallenge } from './repository.ts';

export const CHALLENGE_MS = 5 * 60_000;

/** Signing in, or what the session of this name does: add a key, or confirm who it is. */
export type Purpose = 'login' | `${'add' | 'confirm'} ${string}`;

type Deps = Pick<BaseDeps, 'db' | 'clock'>;

/** Makes a challenge that works once, within five minutes and on any instance. */
export async function issueChallenge({ db, clock }: Deps, purpose: Purpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const now = clock.now();
  await deleteChallengesBefore(db, now);
  await insertChallenge(db, { hash: hashOf(challenge), purpose, expiresAt: new Date(now.getTime() + CHALLENGE_MS) });
  return challenge;
}

/** Uses a challenge up, before its answer is verified. @returns whether it was issued for this, and is open */
export async function spendChallenge({ db, clock }: Deps, challenge: string, purpose: Purpose): Promise<boolean> {
  return takeChallenge(db, hashOf(challenge), purpose, clock.now());
}

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest('hex');
