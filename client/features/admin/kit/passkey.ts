import * as m from '#messages';
import type { Assertion, AssertionOptions, Attestation, CreationOptions } from '#shared/admin/account.ts';
import { ApiError, textOfError } from '../../../lib/api-client.ts';
import { lazyImport } from '../../../lib/lazy/lazy-import.ts';

/** Loaded when a passkey is used or added, not with the login page. */
const library = lazyImport(() => import('@simplewebauthn/browser'));

/** Also `false` on a page that is not open over https. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Asks the device for the answer of a passkey. Throws when its dialog is closed, or it has none. */
export async function answerWithPasskey(optionsJSON: AssertionOptions): Promise<Assertion> {
  const { startAuthentication } = await library.load();
  return (await startAuthentication({ optionsJSON: optionsJSON as never })) as Assertion;
}

/** Asks the device to make a passkey. Throws like `answerWithPasskey`, or when it has one of this person. */
export async function makePasskey(optionsJSON: CreationOptions): Promise<Attestation> {
  const { startRegistration } = await library.load();
  return (await startRegistration({ optionsJSON: optionsJSON as never })) as Attestation;
}

/** Why it did not work: the server's reason, the device's, or that nothing was changed. */
export function passkeyErrorText(error: unknown, cancelled: string): string {
  const { name } = error as Error;
  if (error instanceof ApiError || name === 'TypeError') return textOfError(error, m.admin_update_failed_reason());
  if (name === 'InvalidStateError') return m.admin_passkeys_known();
  return name === 'SecurityError' ? m.admin_passkeys_unsupported() : cancelled;
}
