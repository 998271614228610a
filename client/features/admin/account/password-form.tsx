import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as m from '#messages';
import type { PasswordChange, PasswordPlace } from '#shared/admin/admin.ts';
import { callApi } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { SaveError } from '../kit/detail/change-error.tsx';
import { useAction } from '../kit/detail/use-action.ts';
import { PasswordFields } from '../kit/form/password-fields.tsx';
import { refusedFields } from '../kit/form/refused-fields.ts';
import { Loaded, Skeleton } from '../kit/load-states.tsx';
import { Technical } from '../kit/technical.tsx';

const [PATH] = adminKeys.password;
const EMPTY: PasswordChange = { current: '', next: '' };

/** Changes the person's password, unless a setting of the machine holds it. */
export function PasswordForm() {
  const read = useQuery<PasswordPlace>({ queryKey: adminKeys.password });
  return (
    <section aria-labelledby="password" className="mt-12">
      <h2 id="password" className="text-h3">
        {m.admin_password_heading()}
      </h2>
      <div className="mt-3 max-w-[44rem]">
        <Loaded read={read} waiting={<Skeleton rows={2} />}>
          {({ setting }) =>
            setting ? (
              <p>
                <Technical text={m.admin_password_setting({ setting })} />
              </p>
            ) : (
              <Fields />
            )
          }
        </Loaded>
      </div>
    </section>
  );
}

function Fields() {
  const [typed, setTyped] = useState(EMPTY);
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
    value: typed[name],
    error: refused[name],
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
    <>
      <p>{m.admin_password_intro()}</p>
      <form noValidate className="mt-4 grid max-w-md gap-4" onSubmit={onSubmit}>
        <PasswordFields
          fields={[
            { label: m.admin_password_current(), autoComplete: 'current-password', ...field('current') },
            {
              label: m.admin_password_next(),
              hint: m.admin_password_hint(),
              autoComplete: 'new-password',
              ...field('next'),
            },
          ]}
        />
        <div>
          {Object.keys(refused).length === 0 && <SaveError error={change.error} />}
          <Button type="submit" size="small" isPending={change.isPending}>
            {m.admin_password_change()}
          </Button>
        </div>
      </form>
    </>
  );
}
