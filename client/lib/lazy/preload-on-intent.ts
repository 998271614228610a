type PreloadPage = (path: string) => void;
let preloadPage: PreloadPage = () => {};

/** Told once by the site, which knows the routes; elsewhere, as in the admin, links preload nothing. */
export function setPagePreload(preload: PreloadPage): void {
  preloadPage = preload;
}

/** Starts fetching a page when a pointer or the focus comes near its link; the link may name a place in it. */
export function preloadOnIntent(href: string) {
  const [path = href] = href.split('#');
  const preload = () => preloadPage(path);
  return { onPointerEnter: preload, onFocus: preload, onTouchStart: preload };
}
