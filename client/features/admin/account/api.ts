import { useQuery } from '@tanstack/react-query';
import type {
  Passkey,
  PasskeyAdded,
  PasskeyList,
  Proof,
  RecoveryCodes,
  RecoveryCodesLeft,
} from '#shared/admin/account.ts';
import { callApi } from '../../../lib/api-client.ts';
import { adminKeys } from '../keys.ts';
import { answerWithPasskey, makePasskey } from '../kit/passkey.ts';

const [PASSKEYS] = adminKeys.passkeys;
const [CODES] = adminKeys.recoveryCodes;
const post = <Answer>(path: string, payload?: unknown) => callApi<Answer>(path, { method: 'POST', payload });

export const usePasskeys = () => useQuery<PasskeyList>({ queryKey: adminKeys.passkeys, staleTime: 0 });
export const useRecoveryCodes = () => useQuery<RecoveryCodesLeft>({ queryKey: adminKeys.recoveryCodes, staleTime: 0 });

/** Makes a key on this device, after a fresh proof, and stores it. */
export async function addPasskey(proof: Proof): Promise<PasskeyAdded> {
  const passkey = await makePasskey(await post(`${PASSKEYS}/new/challenge`, proof));
  return post(PASSKEYS, { passkey });
}

export const makeCodes = (proof: Proof) => post<RecoveryCodes>(CODES, proof);
/** A proof by a passkey of the person's own. */
export const provePasskey = async (): Promise<Proof> => ({
  passkey: await answerWithPasskey(await post(`${PASSKEYS}/challenge`)),
});
export const renamePasskey = ({ id }: Passkey, name: string) =>
  callApi<Passkey>(`${PASSKEYS}/${id}`, { method: 'PATCH', payload: { name } });
export const removePasskey = ({ id }: Passkey) => callApi(`${PASSKEYS}/${id}`, { method: 'DELETE' });
