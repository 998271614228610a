import { useQuery } from '@tanstack/react-query';
import type { Media } from '#shared/content/media.ts';
import { mediaPath, mediaRef, type PictureFacts } from '#shared/content/picture-ref.ts';
import { adminKeys } from '../keys.ts';

/** The uploaded pictures, newest first. */
export function useLibrary(isWanted = true) {
  return useQuery<Media[]>({ queryKey: adminKeys.media, enabled: isWanted });
}

/** The facts of uploaded pictures, by the name that a product uses. */
export function factsOf(library: readonly Media[]): Record<string, PictureFacts> {
  return Object.fromEntries(library.map((media) => [mediaRef(media.id), media]));
}

/** The file of an uploaded picture whose width is nearest to the wanted one, in a format for all supported browsers. */
export function thumbnailOf(id: string, { hash, widths }: Pick<PictureFacts, 'hash' | 'widths'>, wanted = 480): string {
  const wide = widths.filter((width) => width <= wanted).at(-1) ?? widths[0] ?? wanted;
  return mediaPath(id, hash, wide, 'webp');
}
