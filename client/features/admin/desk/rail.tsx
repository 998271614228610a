import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'wouter';
import logo from '#brand/images/logo-mark.svg?url';
import * as m from '#messages';
import type { AdminScreenId } from '#shared/admin/paths.ts';
import { AdminIcon } from '../kit/admin-icons.tsx';
import type { WaitingCounts } from '../kit/admin-screen.ts';
import { formatCount } from '../kit/format.ts';
import { useRole } from '../kit/role.tsx';
import { shopIcon, shopName } from '../kit/shop-look.ts';
import { askToLeave } from '../kit/unsaved.ts';
import { usePopover } from '../kit/use-popover.ts';
import { screenList, screensFor } from '../screens.ts';
import { LogoutButton } from './logout-button.tsx';

/** As many as fit into a phone's bar; the others are one tap away. */
const IN_BAR = 4;

type Props = { current: AdminScreenId; counts: WaitingCounts | undefined; toggle: ReactNode };

/** Links to all screens: a rail at the side of a wide window, a bar at the bottom of a phone. */
export function Rail({ current, counts, toggle }: Props) {
  const { button, sheet, close } = usePopover();
  const screens = screensFor(useRole()).filter(({ isBelow }) => !isBelow);
  const here = screenList.find(({ id }) => id === current)?.isBelow ?? current;
  const isInMore = screens.findIndex(({ id }) => id === here) >= IN_BAR;
  const links = screens.map((screen) => (
    <RailLink key={screen.id} {...screen} isHere={screen.id === here} count={countOf(screen, counts)} onOpen={close} />
  ));
  return (
    <>
      <nav aria-label={m.admin_rail_label()} className="rail">
        <a
          href="/"
          className="mb-2 hidden min-h-11 items-center justify-center gap-[0.6rem] md:flex min-[87.5rem]:justify-start min-[87.5rem]:pl-2"
          title={m.admin_site_link()}
        >
          <img
            src={shopIcon() ?? logo}
            alt={`${shopName()}: ${m.admin_site_link()}`}
            width="256"
            height="256"
            className={shopIcon() ? 'size-8 rounded-[0.3rem]' : 'size-8'}
          />
          <span aria-hidden="true" className="hidden leading-[1.15] font-semibold min-[87.5rem]:inline">
            {shopName()}
          </span>
        </a>
        {links}
        <button type="button" className="rail-link md:hidden" {...button} data-active={isInMore || undefined}>
          <AdminIcon name="more" />
          <span>{m.admin_rail_more()}</span>
        </button>
      </nav>
      <nav {...sheet} aria-label={m.admin_rail_more()} className="rail-sheet">
        {links.slice(IN_BAR)}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3 border-t border-line px-3 pt-3 pb-1">
          <a href="/" className="link">
            {m.admin_site_link()}
          </a>
          {toggle}
          <LogoutButton />
        </div>
      </nav>
    </>
  );
}

const countOf = ({ waiting }: (typeof screenList)[number], counts: WaitingCounts | undefined) =>
  (counts && waiting?.(counts)) ?? 0;

type LinkProps = (typeof screenList)[number] & { isHere: boolean; count: number; onOpen: () => void };

/** A link, so that it can also be opened in another tab. */
function RailLink({ path, icon, label, isHere, count, onOpen }: LinkProps) {
  const [, navigate] = useLocation();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen();
    askToLeave(() => {
      navigate(path);
      scrollTo(0, 0);
      document.getElementById('main')?.focus({ preventScroll: true });
    });
  };
  return (
    <a href={path} aria-current={isHere ? 'page' : undefined} onClick={open} className="rail-link">
      <AdminIcon name={icon} />
      <span>{label()}</span>
      {count > 0 && (
        <span className="rail-count">
          {formatCount(count)}
          <span className="sr-only"> {m.admin_rail_waiting()}</span>
        </span>
      )}
    </a>
  );
}
