import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { facts } from '#brand/facts.ts';
import logo from '#brand/images/logo-compact.svg?url';
import * as m from '#messages';
import { pageContent, shopFacts } from '../lib/catalogue.ts';
import { preloadOnIntent } from '../lib/lazy/preload-on-intent.ts';
import { Icon } from '../ui/icons.tsx';
import { LanguageToggle } from './language-toggle.tsx';
import { navLinks } from './site-links.ts';
import { useScrolled } from './use-scrolled.ts';

/** Scroll distance in pixels after which the bar is more opaque (docs/specification.md#pages). */
const SCROLL_THRESHOLD_PX = 20;

/** The bar of the public pages: logo, navigation, cart, language toggle. In small windows the navigation is a menu. */
export function NavBar({ path, cart }: { path: string; cart: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const isScrolled = useScrolled(SCROLL_THRESHOLD_PX);
  const menuButton = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);

  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      menuButton.current?.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOpen]);

  return (
    <>
      <a href="#main" className="skip-link">
        {m.nav_skip()}
      </a>
      <header data-scrolled={isScrolled} data-open={isOpen} className="nav-bar sticky top-0 z-40 print:hidden">
        <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-2 px-gutter sm:gap-x-2.5 py-2.5 lg:flex-nowrap">
          <Link href="/" onClick={close} className="mr-auto flex min-h-11 items-center" {...preloadOnIntent('/')}>
            <img
              src={logo}
              width={927}
              height={160}
              alt={facts.name}
              className="h-auto w-[clamp(6.5rem,calc(100vw-12.75rem),13.5rem)] lg:w-[clamp(8.5rem,13.5vw,13.5rem)]"
              {...(import.meta.env.SSR ? ownLogo() : null)}
            />
          </Link>
          <SiteMenu path={path} isOpen={isOpen} onClose={close} />
          {cart}
          <LanguageToggle />
          <button
            ref={menuButton}
            type="button"
            aria-expanded={isOpen}
            aria-controls="site-menu"
            onClick={() => setOpen(!isOpen)}
            className="grid size-11 place-items-center rounded-full bg-brand text-ground hover:bg-brand-dark lg:hidden"
          >
            <Icon name={isOpen ? 'close' : 'menu'} className="size-6" />
            <span className="sr-only">{isOpen ? m.nav_close_menu() : m.nav_open_menu()}</span>
          </button>
        </div>
      </header>
    </>
  );
}

/**
 * The owner's logo and name. They are in the document, and React keeps attributes that do not change, so the script of
 * every page does not have to know them. For the same reason this is not lib/own-logo, which such a script would load.
 */
function ownLogo() {
  const own = pageContent().look?.logo;
  const { name: alt } = shopFacts();
  return own ? { ...own, alt, style: { maxWidth: `${(2.75 * own.width) / own.height}rem` } } : { alt };
}

function SiteMenu({ path, isOpen, onClose }: { path: string; isOpen: boolean; onClose: () => void }) {
  return (
    <nav
      id="site-menu"
      aria-label={m.nav_label()}
      data-open={isOpen}
      className="nav-menu order-last w-full lg:order-none lg:w-auto"
    >
      <ul className="flex flex-col pt-3 pb-4 lg:flex-row lg:p-0 xl:gap-1">
        {navLinks().map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              onClick={onClose}
              aria-current={href === path ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined}
              className="nav-link"
              {...preloadOnIntent(href)}
            >
              {label()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
