import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isWithin } from './brand/parts.ts';

/** Files that an owner may remove or rename. */
const OWN = /\.(?:jpe?g|png|webp)$|\.test\.ts$|(?:^|\/)LICENSE\.md$/;
/** Modules with an entry for each name that the code reads. */
const NAMED = ['facts.ts', 'places.ts', 'sections.ts', 'rule-words.ts', 'emails/look.ts', 'emails/words.ts'];

/**
 * Copies the files and texts of `first` that `mine` lacks, such as those of an update. Existing ones stay unchanged. A
 * folder of an earlier version keeps data in the file that has it.
 *
 * @returns a sentence for each change
 */
export function completeBrand(mine: string, first: string): string[] {
  const said: string[] = [];
  for (const file of filesOf(first)) {
    const [target, source] = [join(mine, file), join(first, file)];
    if (!existsSync(target)) {
      if (isWithin(file, mine)) continue;
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(source, target);
      said.push(`${target} is new in this version: copied from ${source}. Make it yours.`);
    } else if (/^texts\/.*\.json$/.test(file)) {
      const [own, all] = [target, source].map((path) => JSON.parse(readFileSync(path, 'utf8')));
      const lacks = Object.keys(all).filter((key) => !(key in own));
      if (lacks.length === 0) continue;
      writeFileSync(target, `${JSON.stringify({ ...own, ...pick(all, lacks) }, null, 2)}\n`);
      said.push(`${target} has texts that are new in this version, in the words of ${source}: ${lacks.join(', ')}.`);
    }
  }
  return said;
}

/** @returns a sentence for each name that the code reads and `mine` lacks, such as a new picture slot */
export async function missingNames(mine: string, first: string): Promise<string[]> {
  const said: string[] = [];
  for (const file of NAMED) {
    const [own, all] = await Promise.all(
      [mine, first].map((folder) => import(pathToFileURL(resolve(folder, file)).href)),
    );
    for (const [list, values] of Object.entries(all)) {
      if (typeof values !== 'object' || values === null) continue;
      const lacks = Object.keys(values).filter((name) => !(name in (own[list] ?? {})));
      if (lacks.length > 0)
        said.push(`${mine}/${file}: ${list} lacks ${lacks.join(', ')}. Copy it from ${first}/${file}.`);
    }
  }
  return said;
}

const pick = (from: object, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !OWN.test(file))
    .sort();
}
