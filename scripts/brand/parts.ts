import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Files with data that `npm run brand` writes, each with the file that re-exports it. */
const PARTS: Readonly<Record<string, string>> = {
  'emails/colours.ts': 'emails/look.ts',
  'emails/tagline.ts': 'emails/words.ts',
  'finder-map.ts': 'map.ts',
  'free-shipping.ts': 'shipping.ts',
  'label.ts': 'nutrition.ts',
  'palette.css': 'theme.css',
};

/** Whether an owner's folder of an earlier version has this data inside the other file. */
export function isWithin(part: string, folder: string): boolean {
  const path = join(folder, PARTS[part] ?? part);
  return part in PARTS && existsSync(path) && !readFileSync(path, 'utf8').includes(`./${basename(part)}`);
}

/** @returns a sentence for each file of an earlier version whose data is not replaced */
export function listOldFiles(folder: string, parts = Object.keys(PARTS)): string[] {
  return Object.entries(PARTS)
    .filter(([part]) => parts.includes(part) && isWithin(part, folder))
    .map(
      ([part, whole]) =>
        `${whole} is from an earlier version: copy ${whole} and ${part} from brand/, and repeat your changes in them.`,
    );
}
