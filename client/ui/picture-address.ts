import type { ImageName } from '#brand/images.ts';
import { manifest } from '../.images/manifest.ts';

/** The URL of a picture in one width and format. */
export function pictureAddress(name: ImageName, width: number, format: 'avif' | 'webp' | 'jpg'): string {
  return `/assets/images/${name}-${manifest[name].hash}-${width}.${format}`;
}
