import { useMutation } from '@tanstack/react-query';
import * as m from '#messages';
import type { LinkMailed } from '#shared/admin/admin.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Technical } from '../kit/technical.tsx';

/** What to do without the password: a link by mail or, where that is not possible, a command on the machine. */
export function Forgotten() {
  const send = useMutation({
    mutationFn: () => callApi<LinkMailed>('/api/admin/password/link', { method: 'POST' }),
  });
  return (
    <details className="mt-6">
      <summary className="link w-fit cursor-pointer">{m.admin_login_forgot()}</summary>
      <div role="status" className="mt-3">
        {send.data ? (
          <p>
            {send.data.isMailed ? (
              m.admin_login_forgot_sent()
            ) : (
              <Technical
                text={m.admin_login_forgot_machine({ command: 'npm run admin:password', setting: 'ADMIN_PASSWORD' })}
              />
            )}
          </p>
        ) : (
          <>
            <p className="mb-3">{m.admin_login_forgot_text()}</p>
            <Button size="small" variant="quiet" isPending={send.isPending} onClick={() => send.mutate()}>
              {m.admin_login_forgot_send()}
            </Button>
          </>
        )}
      </div>
      {send.error && (
        <p role="alert" className="mt-2 font-semibold text-brand">
          {textOfError(send.error, m.admin_login_offline())}
        </p>
      )}
    </details>
  );
}
