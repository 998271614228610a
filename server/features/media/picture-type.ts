import type { ErrorCode } from '#server/errors.ts';

const AVIF = new Set(['avif', 'avis']);
const HEIC = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);
const START = 1_024;

/**
 * Checks the content, regardless of the file's name.
 *
 * @returns the code of the refusal; `null` for supported formats: JPEG, PNG, WebP, AVIF
 */
export function refusalOf(content: Buffer): ErrorCode | null {
  if (content.length === 0) return 'picture_empty';
  const text = (from: number, to: number) => content.toString('latin1', from, to);
  if (text(0, 3) === '\xff\xd8\xff') return null;
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return null;
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return null;
  if (text(4, 8) === 'ftyp') return refusalOfBrands(content);
  const start = text(0, START).toLowerCase();
  if (start.includes('<svg')) return 'picture_svg';
  if (/^\W{0,4}\s*<(?:!doctype|html|head|body|script|\?xml)/.test(start)) return 'picture_html';
  return 'picture_type';
}

/** The brands of an ISO file: the formats that its reader must know. */
function refusalOfBrands(content: Buffer): ErrorCode | null {
  const end = Math.min(content.readUInt32BE(0), content.length, START);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(content.toString('latin1', at, at + 4));
  if (brands.some((brand) => AVIF.has(brand))) return null;
  return brands.some((brand) => HEIC.has(brand)) ? 'picture_heic' : 'picture_type';
}
