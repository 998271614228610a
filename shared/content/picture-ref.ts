import type { ImageName } from '#brand/images.ts';
import type { places } from '#brand/places.ts';
import { LANGUAGES, type Localized } from '#shared/core/language.ts';
import type { PictureFormat } from './picture-formats.ts';

/** How a product refers to an uploaded picture: `media:` and its id. Pictures of the brand have plain names. */
export type MediaRef = `media:${string}`;
/** A picture of brand/images.ts or an uploaded one. */
export type PictureName = ImageName | MediaRef;

/**
 * What markup needs of an uploaded picture. `width` and `height` are those of its master, in pixels; `focal` is the
 * point to keep in view, in per cent from the top left; `hash` changes with the bytes.
 */
export type PictureFacts = {
  hash: string;
  width: number;
  height: number;
  widths: readonly number[];
  focal: readonly [number, number];
  alt: Localized;
};

/** A slot for a picture on the pages. */
export type PictureSlotId = keyof typeof places;

/** The owner's pictures by slot, and the facts of the uploaded ones by name. */
export type SlotPictures = {
  names: Readonly<Partial<Record<string, PictureName>>>;
  pictures: Readonly<Record<string, PictureFacts>>;
};

const REF = /^media:([0-9a-f]{16})$/;

/** `null` for a picture of the brand. */
export function mediaIdOf(name: string): string | null {
  return REF.exec(name)?.[1] ?? null;
}

export function mediaRef(id: string): MediaRef {
  return `media:${id}`;
}

/**
 * Whether a picture has alt texts: the brand's always do, an uploaded one needs them in every language. @param pictures
 * uploaded ones by name
 */
export function isDescribed(name: string, pictures: Readonly<Record<string, PictureFacts>>): boolean {
  return mediaIdOf(name) === null || LANGUAGES.every((language) => pictures[name]?.alt[language]);
}

/** The path of one size and format of an uploaded picture. */
export function mediaPath(id: string, hash: string, width: number, format: PictureFormat): string {
  return `/media/${id}-${hash}-${width}.${format}`;
}

/** The JPEG of an uploaded picture whose width is nearest to the wanted one. */
export function mediaJpeg(name: string, { hash, widths }: PictureFacts, wanted: number): string {
  const width = widths.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best));
  return mediaPath(mediaIdOf(name) ?? '', hash, width, 'jpg');
}
