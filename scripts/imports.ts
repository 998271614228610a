import { posix } from 'node:path';

/** Comments may stand between the names of an import. */
const NAMES = String.raw`(?:[^'"${'`'};=(/]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*?`;
const FIXED = String.raw`(?:^|[\n;])[ \t]*(?:import|export)\b(?:${NAMES}\bfrom)?\s*(['"])([^'"\n]+)\1`;
const IMPORT = new RegExp(String.raw`${FIXED}|\bimport\(\s*(['"${'`'}])([^'"${'`'}\n]+)\3`, 'g');

/** An import as written, and what it reaches: `server/errors.ts`, `npm:zod`, `node:fs`. */
export type Import = { source: string; target: string; line: number };

/**
 * The imports and re-exports of a source text: at run time, for types only, or dynamic.
 *
 * @param file its path from the project's folder, for relative imports
 */
export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const source = match[2] ?? match[4] ?? '';
    const line = text.slice(0, match.index + match[0].length).split('\n').length;
    return { source, target: targetOf(file, source), line };
  });
}

function targetOf(file: string, source: string): string {
  if (source.startsWith('#')) return source.slice(1);
  if (source.startsWith('.')) return posix.join(posix.dirname(file), source);
  return source.startsWith('node:') ? source : `npm:${source}`;
}
