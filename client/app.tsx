import { type MouseEvent, Suspense, use, useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { FALLBACK_LANGUAGE } from '#shared/core/language.ts';
import { CartButton } from './features/cart/cart-button.tsx';
import { NavBar } from './layout/nav-bar.tsx';
import { useDocumentHead } from './layout/use-document-head.ts';
import { usePageFocus } from './layout/use-page-focus.ts';
import { pathIn } from './lib/catalogue.ts';
import { applyPreferredLanguage, useLanguage } from './lib/language.ts';
import { lazyImport } from './lib/lazy/lazy-import.ts';
import { setPagePreload } from './lib/lazy/preload-on-intent.ts';
import { staticIsland } from './lib/lazy/static-island.tsx';
import { followLink, navigateSmoothly } from './navigation.ts';
import { findRoute } from './routes.tsx';
import { Region } from './ui/region.tsx';
import { ToastOutlet } from './ui/toast-outlet.tsx';

const Footer = staticIsland(() => import('./layout/footer.tsx'));
const barCart = lazyImport(() => import('./bar-cart.tsx'));

setPagePreload((path) => findRoute(path).page.preload());

type Props = {
  /** Only when rendering without a browser. */
  ssrPath?: string;
  /** Called when the first page is hydrated, or has failed. */
  onHydrated?: () => void;
};

/** The public site: bar, page, footer. */
export function App({ ssrPath, onHydrated }: Props) {
  return (
    <Region name="site" onFail={onHydrated}>
      <Router ssrPath={ssrPath} aroundNav={navigateSmoothly}>
        <Site onHydrated={onHydrated} />
      </Router>
    </Region>
  );
}

function Site({ onHydrated }: Pick<Props, 'onHydrated'>) {
  // Subscribes the whole site to the language toggle: messages read the language when they are called.
  useLanguage();
  const [path, navigate] = useLocation();
  const onClick = (event: MouseEvent) => followLink(event, navigate);
  // Switching the language is not a page change.
  usePageFocus(pathIn(path, FALLBACK_LANGUAGE));
  return (
    <>
      <Region name="bar" of={path}>
        <NavBar path={path} cart={<CartButton key={path} sheet={barCart} />} />
      </Region>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what is pressed; a key on a link is a click */}
      <main id="main" tabIndex={-1} onClick={onClick}>
        <Region name="page" of={path} onFail={onHydrated}>
          <Suspense fallback={null}>
            <PageOf path={path} onHydrated={onHydrated} />
          </Suspense>
        </Region>
      </main>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div onClick={onClick}>
        <Region name="footer">
          <Footer />
        </Region>
      </div>
      <Region name="toasts" fallback={() => null}>
        <ToastOutlet />
      </Region>
    </>
  );
}

function PageOf({ path, onHydrated }: { path: string } & Pick<Props, 'onHydrated'>) {
  // Inside the boundary: another language before hydration would not match the document's text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the page that the document came with
  useEffect(() => {
    applyPreferredLanguage();
    onHydrated?.();
  }, []);
  const route = findRoute(path);
  const page = route.page.loaded() ?? use(route.page.load());
  // A private page's path may contain a secret, so the head never has it.
  useDocumentHead(route.isPrivate ? route.path : path, page);
  return <page.default />;
}
