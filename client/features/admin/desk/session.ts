import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import type { AdminCheck, LoginInput } from '#shared/admin/admin.ts';
import { ADMIN_LOGIN_PATH, adminScreenAt, DASHBOARD_PATH } from '#shared/admin/paths.ts';
import { ApiError, callApi, textOfError } from '../../../lib/api-client.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { forgetDrafts } from '../kit/drafts.ts';
import { watchSession } from './session-watch.ts';

/**
 * The view, `/admin/orders?q=…`, that was requested without a session or open when a session ended; restored after the
 * login. It is stored in this tab and never read from a URL, and it is the path of a screen, so that no link can
 * redirect elsewhere (W4).
 */
const wantedView = createStoredValue({
  key: 'admin_view',
  area: 'session',
  initial: '',
  read: (text) => {
    const view: unknown = JSON.parse(text ?? '""');
    return typeof view === 'string' && adminScreenAt(view.split('?', 1)[0] ?? '') ? view : '';
  },
});

/** Stores the current view until the next login. */
export function rememberView(): void {
  wantedView.set(location.pathname + location.search);
}

function takeView(): string {
  const view = wantedView.get();
  wantedView.set('');
  return view;
}

/** Whether this browser is signed in; fetched once, then updated by login, logout and every 401. */
export function useAdminCheck() {
  return useQuery<AdminCheck>({ queryKey: adminKeys.check });
}

/** The key of every mutation that signs in. */
export const LOGIN = ['login'];

/** What follows a sign-in, by whatever proof: the view that was requested. */
export function useEntered(): () => Promise<void> {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async () => {
    await client.fetchQuery({ queryKey: adminKeys.check, staleTime: 0 });
    toast({ title: m.admin_login_ok_title(), description: m.admin_login_ok_text() });
    navigate(takeView() || DASHBOARD_PATH, { replace: true });
  };
}

export function useLogin() {
  return useMutation({
    mutationKey: LOGIN,
    mutationFn: (input: LoginInput) => callApi('/api/admin/login', { method: 'POST', payload: input }),
    onSuccess: useEntered(),
    onError: (error, input) =>
      toast({ title: m.admin_login_failed_title(), description: loginErrorText(error, input), variant: 'destructive' }),
  });
}

/** Why the login failed: the password, too many attempts, a server error, or no connection. */
export function loginErrorText(error: Error, { email }: Pick<LoginInput, 'email'> = {}): string {
  if (!(error instanceof ApiError)) return m.admin_login_offline();
  if (error.status === 401) return email === undefined ? m.admin_login_failed_text() : m.admin_login_helper_failed();
  if (error.status >= 500) return m.admin_login_server();
  return textOfError(error, m.admin_login_server());
}

export function useLogout() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => callApi('/api/admin/logout', { method: 'POST' }),
    onSuccess: () => {
      wantedView.set('');
      forgetDrafts();
      forgetAdminData(client);
      toast({ title: m.admin_logout_title(), description: m.admin_logout_text() });
      navigate(ADMIN_LOGIN_PATH, { replace: true });
    },
    onError: (error) => toast({ title: textOfError(error, m.admin_logout_failed()), variant: 'destructive' }),
  });
}

function forgetAdminData(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== adminKeys.check[0] });
  client.setQueryData<AdminCheck>(adminKeys.check, { isAdmin: false });
}

/** Ends the session here with the first confirmed 401 (`watchSession`). */
export function useLoseSession(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stop = watchSession(client, () => {
      rememberView();
      forgetAdminData(client);
      toast({ title: m.admin_session_ended_title(), description: m.admin_session_ended_text() });
    });
    // A page restored from the browser's cache may have been logged out meanwhile.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    addEventListener('pageshow', onShow);
    return () => {
      stop();
      removeEventListener('pageshow', onShow);
    };
  }, [client]);
}
