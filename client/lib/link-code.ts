export const LINK_CODE_KEY = 'code';

/** Keeps the discount code of a link (`?code=`) for the checkout, whichever page it opens. */
export function keepLinkCode(): void {
  const code = new URLSearchParams(location.search).get('code');
  try {
    if (code) localStorage.setItem(LINK_CODE_KEY, JSON.stringify(code));
  } catch {
    // Storage is forbidden: the code can be typed.
  }
}
