/**
 * The dashboard's address with `screen=setup` is the Setup screen: beside the four tabs, since the specification has
 * four. What else stands in the address is kept, so that leaving it comes back to the same view.
 */
export const SETUP_SCREEN = 'setup';

export function isSetupScreen(search: string): boolean {
  return new URLSearchParams(search).get('screen') === SETUP_SCREEN;
}

/** The address of the Setup screen, from where the dashboard stands now. */
export function setupHref(search: string): string {
  const params = new URLSearchParams(search);
  params.set('screen', SETUP_SCREEN);
  return `?${params}`;
}
