/** Stands in built pages where the shop's public address belongs; the server puts PUBLIC_URL in its place at start. */
export const PUBLIC_ORIGIN = 'https://public-origin.invalid';
