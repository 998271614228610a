import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Invited } from '#shared/admin/helpers.ts';
import { ADMIN_LOGIN_PATH } from '#shared/admin/paths.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { Skeleton } from '../kit/load-states.tsx';
import { NewPassword } from './new-password.tsx';

const PATH = '/api/admin/staff/invitation';

/** An invited helper chooses her password, and is then signed in. */
export default function Join({ token }: { token: string }) {
  const { data, error } = useQuery({
    queryKey: [PATH, token],
    queryFn: () => callApi<Invited>(PATH, { method: 'POST', payload: { token } }),
    retry: false,
    // Read once: the token is used up while this is open.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) {
    return (
      <div role="alert" className="mt-4">
        <p>{textOfError(error, m.admin_login_offline())}</p>
        <a className="link mt-4 inline-block" href={ADMIN_LOGIN_PATH}>
          {m.admin_login_heading()}
        </a>
      </div>
    );
  }
  if (!data) return <Skeleton rows={3} />;
  return (
    <>
      <p className="mt-2 text-ink-soft wrap-anywhere">{m.admin_join_text(data)}</p>
      {/* For password managers, which store it with the password. */}
      <input
        type="email"
        className="sr-only"
        readOnly
        tabIndex={-1}
        aria-hidden
        autoComplete="username"
        value={data.email}
      />
      <NewPassword path={`${PATH}/accept`} token={token} />
    </>
  );
}
