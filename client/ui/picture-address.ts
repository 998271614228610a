import { type ImageName, images } from '#brand/images.ts';
import type { PictureFormat } from '#shared/content/picture-formats.ts';
import { mediaIdOf, mediaPath, type PictureFacts, type PictureName } from '#shared/content/picture-ref.ts';
import { manifest } from '../.images/manifest.ts';
import { uploadedPicture } from '../lib/catalogue.ts';

/** What markup needs of a picture: its size in pixels, its available widths, and the URLs of its files. */
type PictureData = Omit<PictureFacts, 'hash'> & { address: (width: number, format: PictureFormat) => string };

/** A picture of the brand, or an uploaded one used in this document; `null` for any other. */
export function findPicture(name: PictureName): PictureData | null {
  const id = mediaIdOf(name);
  if (id === null) {
    const brand = name as ImageName;
    const entry = manifest[brand];
    if (!entry) return null;
    const { hash, ...size } = entry;
    const address = (width: number, format: PictureFormat) => `/assets/images/${brand}-${hash}-${width}.${format}`;
    return { ...images[brand], ...size, address };
  }
  const facts = uploadedPicture(name);
  return facts && { ...facts, address: (width, format) => mediaPath(id, facts.hash, width, format) };
}

/** The JPEG of a picture in its largest width. */
export function largestJpeg(name: PictureName): string | null {
  const picture = findPicture(name);
  return picture?.address(picture.widths.at(-1) ?? picture.width, 'jpg') ?? null;
}
