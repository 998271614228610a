import { useMutation } from '@tanstack/react-query';
import * as m from '#messages';
import type { AssertionOptions } from '#shared/admin/account.ts';
import { callApi } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { LOGIN, useEntered } from '../desk/session.ts';
import { answerWithPasskey, hasPasskeys, passkeyErrorText } from '../kit/passkey.ts';

const PATH = '/api/admin/login/passkey';

/** Signs in with a passkey of this device, which knows whose it is. Not shown in a browser without passkeys. */
export function PasskeyButton() {
  const enter = useMutation({
    mutationKey: LOGIN,
    mutationFn: async () => {
      const options = await callApi<AssertionOptions>(`${PATH}/challenge`, { method: 'POST' });
      return callApi(PATH, { method: 'POST', payload: { passkey: await answerWithPasskey(options) } });
    },
    onSuccess: useEntered(),
  });
  if (!hasPasskeys()) return null;
  return (
    <div className="mt-4 grid gap-3">
      <Button variant="quiet" isPending={enter.isPending} onClick={() => enter.mutate()}>
        {enter.isPending ? m.admin_login_passkey_pending() : m.admin_login_passkey()}
      </Button>
      {enter.error && (
        <p role="alert" className="font-semibold text-brand">
          {passkeyErrorText(enter.error, m.admin_login_passkey_cancelled())}
        </p>
      )}
    </div>
  );
}
