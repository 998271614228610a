import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import * as m from '#messages';
import { loginInputSchema } from '#shared/admin/admin.ts';
import { DASHBOARD_PATH } from '#shared/admin/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form.tsx';
import { loginErrorText, useAdminCheck, useLogin } from '../desk/session.ts';

/** Logs in with the password. */
export function LoginForm() {
  const [, navigate] = useLocation();
  const isAdmin = useAdminCheck().data?.isAdmin ?? false;
  const login = useLogin();
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(loginInputSchema),
    defaultValues: { password: '' },
  });
  // Already signed in, such as after opening a bookmark of this page.
  useEffect(() => {
    if (isAdmin && !login.isPending) navigate(DASHBOARD_PATH, { replace: true });
  }, [isAdmin, login.isPending, navigate]);
  return (
    <form
      noValidate
      className="mt-6 grid gap-5"
      onSubmit={handleSubmit((input) =>
        login.mutate(input, { onError: () => setFocus('password', { shouldSelect: true }) }),
      )}
    >
      <TextField
        label={m.admin_login_password()}
        type="password"
        autoFocus
        autoComplete="current-password"
        error={
          formState.errors.password ? m.admin_login_blank() : login.error ? loginErrorText(login.error) : undefined
        }
        {...register('password', { onChange: () => login.isError && login.reset() })}
      />
      <Button type="submit" isPending={login.isPending}>
        {login.isPending ? m.admin_login_pending() : m.admin_login_button()}
      </Button>
    </form>
  );
}
