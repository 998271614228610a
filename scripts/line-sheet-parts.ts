import { readdirSync, readFileSync } from 'node:fs';
import type { LineSheetParts } from '#server/site/line-sheet.ts';
import { BRAND_FOLDER } from './brand-folder.ts';

const LOGO = `${BRAND_FOLDER}/images/logo.svg`;

/** @param dist the built files for visitors */
export function readLineSheetParts(dist: string): LineSheetParts {
  // The smallest JPEG of a picture, because it is printed three inches wide.
  const files = readdirSync(`${dist}/assets/images`).filter((file) => file.endsWith('-960.jpg'));
  return {
    template: readFileSync(`${dist}/line-sheet.html`, 'utf8'),
    logo: readFileSync(LOGO, 'utf8'),
    pictures: Object.fromEntries(files.map((file) => [file.split('-', 1)[0] ?? '', `/assets/images/${file}`])),
  };
}
