/** The key of the remembered address in the browser's local storage. */
export const REMEMBERED_KEY = 'remembered';

/**
 * The ZIP code of the address that the shopper asked this browser to keep, five digits, if there is one. The
 * whole address belongs to the checkout, whose code other pages do not load.
 */
export function rememberedZip(): string | undefined {
  try {
    const { zipCode } = JSON.parse(localStorage.getItem(REMEMBERED_KEY) ?? '{}') as { zipCode?: unknown };
    return /^\d{5}/.exec(String(zipCode))?.[0];
  } catch {
    // Storage is forbidden, or the text was not stored by this code.
    return undefined;
  }
}
