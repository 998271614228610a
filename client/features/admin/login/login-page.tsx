import { type ReactNode, useState } from 'react';
import * as m from '#messages';
import { CompactLogo, PlainCard } from '../desk/plain-card.tsx';
import { Forgotten } from './forgotten.tsx';
import { LoginForm } from './login-form.tsx';
import { NewPassword } from './new-password.tsx';

/** The token of a mailed link, in the address's fragment; `null` without one. */
const linkToken = () => /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? null;

/** The login page (docs/specification.md#admin). A mailed link leads to it, to choose a new password. */
export default function LoginPage({ toggle }: { toggle: ReactNode }) {
  const [token] = useState(linkToken);
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
          <h1 className="mt-6 text-h2">{token ? m.admin_login_new_heading() : m.admin_login_heading()}</h1>
          {token ? (
            <NewPassword token={token} />
          ) : (
            <>
              <p className="mt-2 text-ink-soft">{m.admin_login_intro()}</p>
              <LoginForm />
              <Forgotten />
            </>
          )}
        </PlainCard>
      </main>
    </div>
  );
}
