/** Replaces the parser of wouter's route patterns: client/routes.tsx matches the site's paths itself. */
export function parse(): never {
  throw new Error('The site has no route patterns; see client/routes.tsx');
}
