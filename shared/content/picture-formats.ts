/** The widths in which a picture is made; 240 is for thumbnails, 740 for a phone of middling density (721 pixels). */
export const PICTURE_WIDTHS = [240, 480, 740, 960, 1600];

/** Quality by format; measured sizes and times stand in docs/decisions/0042-pictures-in-the-database.md. */
export const PICTURE_QUALITY = {
  avif: { quality: 50, effort: 3 },
  webp: { quality: 72 },
  jpg: { quality: 74, mozjpeg: true },
} as const;

export type PictureFormat = keyof typeof PICTURE_QUALITY;
export const PICTURE_FORMATS = Object.keys(PICTURE_QUALITY) as PictureFormat[];

/** The widths of a picture that is so wide itself; nothing is enlarged. */
export function widthsOf(width: number): number[] {
  const smaller = PICTURE_WIDTHS.filter((each) => each <= width);
  return smaller.length > 0 ? smaller : [width];
}
