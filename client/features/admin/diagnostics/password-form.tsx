import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as m from '#messages';
import type { PasswordChange, PasswordPlace } from '#shared/admin/admin.ts';
import { callApi } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { SaveError } from '../kit/detail/change-error.tsx';
import { useAction } from '../kit/detail/use-action.ts';
import { Check } from '../kit/form/check.tsx';
import { refusedFields } from '../kit/form/refused-fields.ts';
import { Technical } from './technical.tsx';

const [PATH] = adminKeys.password;
const EMPTY: PasswordChange = { current: '', next: '' };

/** Changes the admin's password, unless a setting of the machine holds it. */
export function PasswordForm() {
  const { data } = useQuery<PasswordPlace>({ queryKey: adminKeys.password });
  if (!data) return null;
  return (
    <section aria-labelledby="password" className="mt-12">
      <h2 id="password" className="text-h3">
        {m.admin_password_heading()}
      </h2>
      <p className="mt-3 max-w-[44rem]">
        {data.setting ? (
          <Technical text={m.admin_password_setting({ setting: data.setting })} />
        ) : (
          m.admin_password_intro()
        )}
      </p>
      {!data.setting && <Fields />}
    </section>
  );
}

function Fields() {
  const [typed, setTyped] = useState(EMPTY);
  const [isShown, setShown] = useState(false);
  const change = useAction({
    call: (input: PasswordChange) => callApi(PATH, { method: 'POST', payload: input }),
    done: () => {
      setTyped(EMPTY);
      toast({ title: m.admin_password_changed(), description: m.admin_password_changed_text() });
    },
    refresh: [adminKeys.sessions, adminKeys.setup],
  });
  const refused = refusedFields(change.error);
  const field = (name: keyof PasswordChange) => ({
    type: isShown ? 'text' : 'password',
    value: typed[name],
    error: refused[name],
    required: true,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setTyped({ ...typed, [name]: target.value });
      change.reset();
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending) change.mutate(typed);
  };
  return (
    <form noValidate className="mt-4 grid max-w-md gap-4" onSubmit={onSubmit}>
      <TextField label={m.admin_password_current()} autoComplete="current-password" {...field('current')} />
      <TextField
        label={m.admin_password_next()}
        hint={m.admin_password_hint()}
        autoComplete="new-password"
        {...field('next')}
      />
      <Check checked={isShown} onChange={({ target }) => setShown(target.checked)}>
        {m.admin_password_show()}
      </Check>
      <div>
        {Object.keys(refused).length === 0 && <SaveError error={change.error} />}
        <Button type="submit" size="small" isPending={change.isPending}>
          {m.admin_password_change()}
        </Button>
      </div>
    </form>
  );
}
