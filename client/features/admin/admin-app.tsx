import { type ReactNode, useEffect } from 'react';
import { type AroundNavHandler, Router, useLocation, useSearch } from 'wouter';
import * as m from '#messages';
import { useLanguage } from '../../lib/language.ts';
import { lazyPanel } from './lazy.tsx';
import { PageLoading } from './load-states.tsx';
import { screenIn } from './screens.tsx';
import { useLoseSession } from './session.ts';

const LoginPage = lazyPanel(() => import('./login-page.tsx'), <PageLoading />);
const Dashboard = lazyPanel(() => import('./dashboard.tsx'), <PageLoading />);
const NotFoundPage = lazyPanel(() => import('./not-found-page.tsx'));

/** Links stay within the admin; the shop is another document with its own code. */
const navigateInAdmin: AroundNavHandler = (navigate, to, options) => {
  if (/^\/admin(\/|$)/.test(new URL(to, location.href).pathname)) navigate(to, options);
  else location.assign(to);
};

type Props = { toggle: ReactNode };

/** The admin's routes: login, dashboard, and the 404 page for everything else (docs/specification.md#admin). */
export function AdminApp(props: Props) {
  return (
    <Router aroundNav={navigateInAdmin}>
      <AdminPage {...props} />
    </Router>
  );
}

function AdminPage({ toggle }: Props) {
  // Read here, so that the toggle renders everything again: messages read the language when they are called.
  const language = useLanguage();
  const [path] = useLocation();
  const search = useSearch();
  useLoseSession();
  const title =
    path === '/admin/login'
      ? m.admin_title_login()
      : path === '/admin/dashboard'
        ? (screenIn(search)?.label ?? m.admin_title_dashboard)()
        : m.admin_title_not_found();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title changes with the language
  useEffect(() => {
    document.title = title;
  }, [title, language]);
  return (
    <>
      {path === '/admin/login' && <LoginPage toggle={toggle} />}
      {path === '/admin/dashboard' && <Dashboard toggle={toggle} />}
      {path !== '/admin/login' && path !== '/admin/dashboard' && <NotFoundPage toggle={toggle} />}
    </>
  );
}
