/** Placeholder for the shop's public address in built pages; the server replaces it with PUBLIC_URL at start. */
export const PUBLIC_ORIGIN = 'https://public-origin.invalid';
