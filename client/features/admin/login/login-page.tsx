import { type ReactNode, useState } from 'react';
import * as m from '#messages';
import { JOIN_FRAGMENT } from '#shared/admin/paths.ts';
import { CompactLogo, PlainCard } from '../desk/plain-card.tsx';
import { lazyPanel } from '../kit/lazy.tsx';
import { Skeleton } from '../kit/load-states.tsx';
import { Forgotten } from './forgotten.tsx';
import { LoginForm } from './login-form.tsx';
import { NewPassword } from './new-password.tsx';

const Join = lazyPanel(() => import('./join.tsx'), <Skeleton rows={3} />);

/** The token of a link in the address's fragment, and whether it invites a helper; `null` without one. */
function readLink(): { token: string; isInvitation: boolean } | null {
  const [, begin = '', token] = /^#(join\.)?([\w-]{43})$/.exec(location.hash) ?? [];
  return token ? { token, isInvitation: begin === JOIN_FRAGMENT } : null;
}

/** The login page (docs/specification.md#admin). Links lead to it, to choose a password. */
export default function LoginPage({ toggle }: { toggle: ReactNode }) {
  const [link] = useState(readLink);
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-tint">
      <header className="flex items-center justify-between px-gutter py-4">
        <a href="/" className="link">
          {m.admin_login_site()}
        </a>
        {toggle}
      </header>
      <main id="main" tabIndex={-1} className="grid place-items-center px-gutter pb-24">
        <PlainCard>
          <CompactLogo className="h-10 w-auto" />
          <h1 className="mt-6 text-h2">{headingOf(link)}</h1>
          {link?.isInvitation && <Join token={link.token} />}
          {link && !link.isInvitation && <NewPassword path="/api/admin/password/by-link" token={link.token} />}
          {!link && (
            <LoginForm>
              <Forgotten />
            </LoginForm>
          )}
        </PlainCard>
      </main>
    </div>
  );
}

function headingOf(link: ReturnType<typeof readLink>): string {
  if (!link) return m.admin_login_heading();
  return link.isInvitation ? m.admin_join_heading() : m.admin_login_new_heading();
}
