import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as m from '#messages';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form.tsx';
import { LOGIN, useEntered } from '../desk/session.ts';

/** Signs in with a recovery code. */
export function RecoveryCode() {
  const [code, setCode] = useState('');
  const [isBlank, setBlank] = useState(false);
  const enter = useMutation({
    mutationKey: LOGIN,
    mutationFn: () => callApi('/api/admin/login/recovery-code', { method: 'POST', payload: { code } }),
    onSuccess: useEntered(),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setBlank(code.trim() === '');
    if (code.trim() !== '' && !enter.isPending) enter.mutate();
  };
  return (
    <details className="mt-4">
      <summary className="link w-fit cursor-pointer">{m.admin_login_code()}</summary>
      <form noValidate className="mt-3 grid gap-4" onSubmit={onSubmit}>
        <TextField
          label={m.admin_login_code_label()}
          hint={m.admin_login_code_hint()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="font-mono"
          value={code}
          error={
            isBlank
              ? m.admin_login_code_blank()
              : enter.error
                ? textOfError(enter.error, m.admin_login_offline())
                : undefined
          }
          onChange={({ target }) => {
            setCode(target.value);
            setBlank(false);
            enter.reset();
          }}
        />
        <div>
          <Button type="submit" size="small" variant="quiet" isPending={enter.isPending}>
            {m.admin_login_code_button()}
          </Button>
        </div>
      </form>
    </details>
  );
}
