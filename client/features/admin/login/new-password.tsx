import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import { ADMIN_LOGIN_PATH, DASHBOARD_PATH } from '#shared/admin/paths.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { adminKeys } from '../keys.ts';
import { PasswordFields } from '../kit/form/password-fields.tsx';
import { refusedFields } from '../kit/form/refused-fields.ts';

type Props = { path: string; token: string };

/** Chooses a new password by a link, and signs in with it. @param path of the call that takes both */
export function NewPassword({ path, token }: Props) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [next, setNext] = useState('');
  const save = useMutation({
    mutationFn: () => callApi(path, { method: 'POST', payload: { token, next } }),
    onSuccess: async () => {
      await client.fetchQuery({ queryKey: adminKeys.check, staleTime: 0 });
      navigate(DASHBOARD_PATH, { replace: true });
    },
  });
  const refused = refusedFields(save.error).next;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={onSubmit}>
      <PasswordFields
        fields={[
          {
            label: m.admin_password_next(),
            hint: m.admin_password_hint(),
            autoFocus: true,
            autoComplete: 'new-password',
            value: next,
            error: refused,
            onChange: ({ target }) => {
              setNext(target.value);
              save.reset();
            },
          },
        ]}
      />
      {save.error && !refused && (
        <p role="alert" className="font-semibold text-brand">
          {textOfError(save.error, m.admin_login_offline())}{' '}
          <a className="link" href={ADMIN_LOGIN_PATH}>
            {m.admin_login_heading()}
          </a>
        </p>
      )}
      <Button type="submit" isPending={save.isPending}>
        {m.admin_login_new_button()}
      </Button>
    </form>
  );
}
