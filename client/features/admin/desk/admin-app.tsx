import { type ReactNode, useEffect } from 'react';
import { type AroundNavHandler, Router, useLocation } from 'wouter';
import * as m from '#messages';
import { ADMIN_LOGIN_PATH, adminScreenAt } from '#shared/admin/paths.ts';
import { useLanguage } from '../../../lib/language.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { PageLoading } from '../kit/load-states.tsx';
import { useLoseSession } from './session.ts';

const LoginPage = lazyPanel(() => import('../login/login-page.tsx'), <PageLoading />);
const Desk = lazyPanel(() => import('./desk.tsx'), <PageLoading />);
const NotFoundPage = lazyPanel(() => import('./not-found-page.tsx'));

/** Links stay within the admin; the shop is another document with its own code. */
const navigateInAdmin: AroundNavHandler = (navigate, to, options) => {
  if (/^\/admin(\/|$)/.test(new URL(to, location.href).pathname)) navigate(to, options);
  else location.assign(to);
};

type Props = { toggle: ReactNode };

/** The admin's routes: login, screens, and the 404 page for everything else (docs/specification.md#admin). */
export function AdminApp(props: Props) {
  return (
    <Router aroundNav={navigateInAdmin}>
      <AdminPage {...props} />
    </Router>
  );
}

function AdminPage({ toggle }: Props) {
  // Subscribes to the language toggle: messages read the language when they are called.
  const language = useLanguage();
  const [path] = useLocation();
  useLoseSession();
  const isScreen = adminScreenAt(path) !== null;
  const isLogin = path === ADMIN_LOGIN_PATH;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title changes with the language
  useEffect(() => {
    // A screen sets its own title, with its waiting count.
    if (!isScreen) document.title = isLogin ? m.admin_title_login() : m.admin_title_not_found();
  }, [isScreen, isLogin, language]);
  if (isLogin) return <LoginPage toggle={toggle} />;
  return isScreen ? <Desk toggle={toggle} /> : <NotFoundPage toggle={toggle} />;
}
