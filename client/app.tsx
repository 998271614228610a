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

type Props = {
  /** Given when there is no browser. */
  ssrPath?: string;
  /** Called once, when the first page answers to its visitor. */
  onAwake?: () => void;
};

/** The public site: bar, page, footer. */
export function App({ ssrPath, onAwake }: Props) {
  return (
    <Router ssrPath={ssrPath} aroundNav={navigateSmoothly}>
      <Site onAwake={onAwake} />
    </Router>
  );
}

function Site({ onAwake }: Pick<Props, 'onAwake'>) {
  // Read here, so that the toggle renders the whole site again: messages look the language up when called.
  useLanguage();
  const [path] = useLocation();
  usePageFocus(path);
  return (
    <>
      <NavBar path={path} />
      <main id="main" tabIndex={-1}>
        <Suspense fallback={null}>
          <PageOf path={path} onAwake={onAwake} />
        </Suspense>
      </main>
      <Footer />
      <ToastOutlet />
    </>
  );
}

function PageOf({ path, onAwake }: { path: string } & Pick<Props, 'onAwake'>) {
  // Here, inside the boundary: before its page is hydrated another language would not match the document's text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the page that the document came with
  useEffect(() => {
    applyPreferredLanguage();
    onAwake?.();
  }, []);
  const route = findRoute(path);
  const page = loadedPage(route) ?? use(loadPage(route));
  useDocumentHead(route.path, page);
  return <page.default />;
}
