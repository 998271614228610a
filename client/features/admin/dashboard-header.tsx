import type { ReactNode } from 'react';
import { facts } from '#brand/facts.ts';
import logo from '#brand/images/logo-compact-light.svg?url';
import * as m from '#messages';
import { Button } from '../../ui/button.tsx';
import { useLogout } from './session.ts';
import { askToLeave } from './unsaved.ts';

export function DashboardHeader({ toggle }: { toggle: ReactNode }) {
  const logout = useLogout();
  return (
    <>
      <a href="#main" className="skip-link">
        {m.admin_skip()}
      </a>
      <header className="on-dark bg-hoja text-crema">
        <div className="mx-auto flex max-w-wide items-center gap-3 px-gutter py-3 sm:gap-5">
          <a href="/" className="mr-auto grid min-h-11 min-w-0 items-center">
            <img
              src={logo}
              alt={`${facts.name}: ${m.admin_site_link()}`}
              width="927"
              height="160"
              className="h-auto w-full max-w-52"
            />
          </a>
          <div className="toggle-on-dark">{toggle}</div>
          <Button
            size="small"
            variant="secondary"
            disabled={logout.isPending}
            isBusy={logout.isPending}
            onClick={() => askToLeave(() => logout.mutate())}
          >
            {m.admin_logout()}
          </Button>
        </div>
      </header>
    </>
  );
}
