import { Suspense, use, useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { Footer } from './layout/footer.tsx';
import { NavBar } from './layout/nav-bar.tsx';
import { useDocumentHead } from './layout/use-document-head.ts';
import { usePageFocus } from './layout/use-page-focus.ts';
import { applyPreferredLanguage, useLanguage } from './lib/language.ts';
import { navigateSmoothly } from './lib/navigation.ts';
import { findRoute, loadedPage, loadPage } from './routes.tsx';
import { ToastOutlet } from './ui/toast-outlet.tsx';

/** The public site: bar, page, footer. `ssrPath` is given when there is no browser. */
export function App({ ssrPath }: { ssrPath?: string }) {
  return (
    <Router ssrPath={ssrPath} aroundNav={navigateSmoothly}>
      <Site />
    </Router>
  );
}

function Site() {
  // Read here, so that the toggle renders the whole site again: messages look the language up when called.
  useLanguage();
  const [path] = useLocation();
  usePageFocus(path);
  return (
    <>
      <NavBar path={path} />
      <main id="main" tabIndex={-1}>
        <Suspense fallback={null}>
          <PageOf path={path} />
        </Suspense>
      </main>
      <Footer />
      <ToastOutlet />
    </>
  );
}

function PageOf({ path }: { path: string }) {
  // Here, inside the boundary: before its page is hydrated another language would not match the document's text.
  useEffect(applyPreferredLanguage, []);
  const route = findRoute(path);
  const page = loadedPage(route) ?? use(loadPage(route));
  useDocumentHead(route.path, page);
  return <page.default />;
}
