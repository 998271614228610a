import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { facts } from '#brand/facts.ts';
import logo from '#brand/images/logo-compact.svg?url';
import lightLogo from '#brand/images/logo-compact-light.svg?url';
import * as m from '#messages';
import { loginInputSchema } from '#shared/admin/admin.ts';
import { DASHBOARD_PATH } from '#shared/admin/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form.tsx';
import { loginErrorText, useAdminCheck, useLogin } from '../desk/session.ts';

/** The login page (docs/specification.md#admin). */
export default function LoginPage({ toggle }: { toggle: ReactNode }) {
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
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-tint">
      <header className="flex items-center justify-between px-gutter py-4">
        <a href="/" className="link">
          {m.admin_login_site()}
        </a>
        {toggle}
      </header>
      <main id="main" tabIndex={-1} className="grid place-items-center px-gutter pb-24">
        <div className="w-full max-w-md overflow-hidden rounded-card bg-white shadow-lift">
          <div aria-hidden="true" className="tiles h-14" />
          <div className="p-7 sm:p-10">
            <picture>
              <source srcSet={lightLogo} media="(prefers-color-scheme: dark)" />
              <img src={logo} alt={facts.name} width="927" height="160" className="h-10 w-auto" />
            </picture>
            <h1 className="mt-6 text-h2">{m.admin_login_heading()}</h1>
            <p className="mt-2 text-ink-soft">{m.admin_login_intro()}</p>
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
                  formState.errors.password
                    ? m.admin_login_blank()
                    : login.error
                      ? loginErrorText(login.error)
                      : undefined
                }
                {...register('password', { onChange: () => login.isError && login.reset() })}
              />
              <Button type="submit" isPending={login.isPending}>
                {login.isPending ? m.admin_login_pending() : m.admin_login_button()}
              </Button>
            </form>
          </div>
        </div>
      </main>
    </div>
  );
}
