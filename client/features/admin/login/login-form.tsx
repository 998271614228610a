import { zodResolver } from '@hookform/resolvers/zod';
import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import * as m from '#messages';
import { loginInputSchema } from '#shared/admin/admin.ts';
import { DASHBOARD_PATH } from '#shared/admin/paths.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form.tsx';
import { LOGIN, loginErrorText, useAdminCheck, useLogin } from '../desk/session.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { RecoveryCode } from './recovery-code.tsx';

/** Whether a helper signs in here, who has a mail address beside the password; remembered by this browser. */
const helpsHere = createStoredValue({
  key: 'admin_helps',
  area: 'local',
  initial: false,
  read: (text) => JSON.parse(text ?? 'false') === true,
});

/** Logs in with the password, a helper with her mail address too. @param children below, for the owner */
export function LoginForm({ children }: { children: ReactNode }) {
  const [, navigate] = useLocation();
  const isAdmin = useAdminCheck().data?.isAdmin ?? false;
  const isHelper = helpsHere.use();
  const login = useLogin();
  const isEntering = useIsMutating({ mutationKey: LOGIN }) > 0;
  const { register, handleSubmit, formState, setFocus, setError } = useForm({
    resolver: zodResolver(loginInputSchema),
    defaultValues: { email: '', password: '' },
  });
  // Already signed in, such as after opening a bookmark of this page.
  useEffect(() => {
    if (isAdmin && !isEntering) navigate(DASHBOARD_PATH, { replace: true });
  }, [isAdmin, isEntering, navigate]);
  const onChange = () => login.isError && login.reset();
  const onSubmit = handleSubmit(({ email = '', password }) => {
    if (isHelper && email.trim() === '') return setError('email', { message: 'required' }, { shouldFocus: true });
    const input = isHelper ? { email, password } : { password };
    login.mutate(input, { onError: () => setFocus('password', { shouldSelect: true }) });
  });
  const failure = login.error && loginErrorText(login.error, login.variables);
  return (
    <>
      <p className="mt-2 text-ink-soft">{isHelper ? m.admin_login_helper_intro() : m.admin_login_intro()}</p>
      <form noValidate className="mt-6 grid gap-5" onSubmit={onSubmit}>
        {isHelper && (
          <TextField
            label={m.admin_login_email()}
            type="email"
            autoFocus
            autoComplete="username"
            error={formState.errors.email && m.admin_login_email_blank()}
            {...register('email', { onChange })}
          />
        )}
        <TextField
          label={m.admin_login_password()}
          type="password"
          autoFocus={!isHelper}
          autoComplete="current-password"
          error={formState.errors.password ? m.admin_login_blank() : (failure ?? undefined)}
          {...register('password', { onChange })}
        />
        <Button type="submit" isPending={login.isPending}>
          {login.isPending ? m.admin_login_pending() : m.admin_login_button()}
        </Button>
      </form>
      <PasskeyButton />
      {isHelper ? <p className="mt-6 text-ink-soft">{m.admin_login_helper_forgot()}</p> : children}
      <RecoveryCode />
      <button type="button" className="link mt-4 cursor-pointer" onClick={() => helpsHere.set(!isHelper)}>
        {isHelper ? m.admin_login_not_helper() : m.admin_login_helper()}
      </button>
    </>
  );
}
