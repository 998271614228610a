import type { MouseEvent, ReactNode } from 'react';
import { useSearch } from 'wouter';
import { facts } from '#brand/facts.ts';
import logo from '#brand/images/logo-compact-light.svg?url';
import * as m from '#messages';
import { Button } from '../../ui/button.tsx';
import { AdminIcon } from './admin-icons.tsx';
import { screenHref, screenIn } from './screens.tsx';
import { useLogout } from './session.ts';
import { askToLeave } from './unsaved.ts';
import { useUrlState } from './url-state.ts';

export function DashboardHeader({ toggle }: { toggle: ReactNode }) {
  const logout = useLogout();
  return (
    <>
      <a href="#main" className="skip-link">
        {m.admin_skip()}
      </a>
      <header className="on-dark bg-hoja text-crema">
        <div className="dashboard-frame mx-auto flex max-w-wide flex-wrap items-center gap-2 px-gutter py-1.5 sm:gap-5">
          <a href="/" className="grid min-h-11 min-w-0 flex-1 basis-26 items-center">
            <img
              src={logo}
              alt={`${facts.name}: ${m.admin_site_link()}`}
              width="927"
              height="160"
              className="h-auto w-full max-w-52"
            />
          </a>
          <SetupLink />
          <div className="toggle-on-dark">{toggle}</div>
          <Button
            size="small"
            variant="secondary"
            isPending={logout.isPending}
            onClick={() => askToLeave(() => logout.mutate())}
          >
            {m.admin_logout()}
          </Button>
        </div>
      </header>
    </>
  );
}

/** A link, so that it can also be opened in another tab; its label is visible where there is space. */
function SetupLink() {
  const search = useSearch();
  const url = useUrlState();
  const isHere = screenIn(search)?.id === 'setup';
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (!isHere) askToLeave(() => url.set({ screen: 'setup' }));
  };
  return (
    <a
      href={screenHref('setup', search)}
      aria-current={isHere ? 'page' : undefined}
      onClick={open}
      className="inline-flex min-h-11 shrink-0 items-center justify-center gap-2 rounded-full border-2 border-crema px-4 font-semibold text-[0.92rem] text-crema hover:bg-crema hover:text-hoja aria-[current]:bg-crema aria-[current]:text-hoja max-sm:w-11 max-sm:px-0"
    >
      <AdminIcon name="checklist" />
      <span className="max-sm:sr-only">{m.admin_setup_heading()}</span>
    </a>
  );
}
