/** The widths of picture sizes, in pixels; 240 is for thumbnails, 740 for phones of medium density (721 pixels). */
export const PICTURE_WIDTHS = [240, 480, 740, 960, 1600];

/** Quality by format; docs/decisions/0042-pictures-in-the-database.md has the measured sizes and times. */
export const PICTURE_QUALITY = {
  avif: { quality: 50, effort: 3 },
  webp: { quality: 72 },
  jpg: { quality: 74, mozjpeg: true },
} as const;

export type PictureFormat = keyof typeof PICTURE_QUALITY;
export const PICTURE_FORMATS = Object.keys(PICTURE_QUALITY) as PictureFormat[];

/** The sizes for a picture of this width; pictures are never enlarged. */
export function widthsOf(width: number): number[] {
  const smaller = PICTURE_WIDTHS.filter((each) => each <= width);
  return smaller.length > 0 ? smaller : [width];
}
