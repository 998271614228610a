import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MUTANTS } from './table.ts';

/*
 * `node --import`: like plugin.ts, for programs and threads that a test starts from the sources, which Vite does not
 * load.
 */
const mutant = process.env.MUTANT === undefined ? undefined : MUTANTS[Number(process.env.MUTANT)];
if (mutant) {
  const url = pathToFileURL(resolve(mutant.file)).href;
  registerHooks({
    load(asked, context, next) {
      const loaded = next(asked, context);
      if (asked.split('?', 1)[0] !== url || !loaded.source) return loaded;
      return {
        ...loaded,
        source: Buffer.from(loaded.source as Buffer)
          .toString()
          .replace(mutant.from, () => mutant.to),
      };
    },
  });
}
