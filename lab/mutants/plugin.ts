import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { MUTANTS } from './table.ts';

/** Injects the fault with the number in `MUTANT` while its module is loaded; no file is written. */
export function seedMutant(number = process.env.MUTANT): Plugin[] {
  const mutant = number === undefined ? undefined : MUTANTS[Number(number)];
  if (!mutant) return [];
  const path = resolve(mutant.file);
  return [
    {
      name: 'seed-mutant',
      enforce: 'pre',
      transform: (code, id) => (id.split('?', 1)[0] === path ? code.replace(mutant.from, () => mutant.to) : undefined),
    },
  ];
}
