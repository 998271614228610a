type PreloadPage = (path: string) => void;
let preloadPage: PreloadPage = () => {};

/** Set once by the public site, which knows the routes; elsewhere, such as in the admin, links preload nothing. */
export function setPagePreload(preload: PreloadPage): void {
  preloadPage = preload;
}

/** Preloads a page when the pointer or the focus approaches its link. The link may have a hash. */
export function preloadOnIntent(href: string) {
  const [path = href] = href.split('#');
  const preload = () => preloadPage(path);
  return { onPointerEnter: preload, onFocus: preload, onTouchStart: preload };
}
