import { isIP } from 'node:net';
import type { Config } from '#server/config.ts';
import type { Assertion, Attestation } from '#shared/admin/account.ts';
import type { PasskeyRow } from './repository.ts';

/** Loaded for the first passkey of a process: it takes 25 MB and a second. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256, which the library verifies with every Node. */
export const ALGORITHMS = [-8, -7, -257];

/** Whom passkeys trust: a browser signs for this host, and says from which origin. */
export type RelyingParty = { host: string; origin: string };

/** `null` at an IP address, where browsers have no passkeys. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { host: hostname, origin } : null;
}

/** The challenge that a browser says it has answered; `null` if that cannot be read. */
export function challengeIn({ response }: Assertion | Attestation): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    const { challenge } = data as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Verifies a browser's answer to a challenge with a stored key. The caller has used the challenge up.
 *
 * @returns the key's count; `null` if the answer is refused: origin, host, signature, count, or user not verified
 */
export async function verifyAssertion(
  { host, origin }: RelyingParty,
  { credentialId, publicKey, counter }: PasskeyRow,
  challenge: string,
  answer: Assertion,
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
      requireUserVerification: true,
    });
    if (!verified) return null;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return null;
  }
}

/** Verifies a new key. The caller has used the challenge up. @returns what is stored; `null` if it is refused */
export async function verifyAttestation(
  { host, origin }: RelyingParty,
  challenge: string,
  answer: Attestation,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'isBackedUp'> | null> {
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, response: { ...answer.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.id !== answer.id) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      isBackedUp: credentialBackedUp,
    };
  } catch {
    return null;
  }
}
