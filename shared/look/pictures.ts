/** The name of a stored logo, such as `0123456789abcdef-927x160.svg`, with its size in pixels. */
export const LOGO_NAME = /^[0-9a-f]{16}-(\d{1,4})x(\d{1,4})\.(svg|png)$/;

/** The size of a logo, from its name. */
export function logoSize(name: string): { width: number; height: number } {
  const [, width, height] = LOGO_NAME.exec(name) ?? [];
  return { width: Number(width ?? 1), height: Number(height ?? 1) };
}

/** The path of a stored logo, or of a picture made from it. */
export const lookPath = (name: string): string => `/look/${name}`;

/** The pictures made from a logo and the colours, with their sizes in pixels. */
export const LOOK_PICTURES = {
  'icon-48.png': [48, 48],
  'icon-180.png': [180, 180],
  'icon-192.png': [192, 192],
  'icon-512.png': [512, 512],
  'icon-maskable-512.png': [512, 512],
  'share.jpg': [1200, 630],
} as const;
export type LookPicture = keyof typeof LOOK_PICTURES | 'mail.png';

/** The path of a picture made from a logo. @param pictures the name of the set */
export const lookPicturePath = (pictures: string, name: LookPicture): string => lookPath(`${pictures}-${name}`);

const MAIL_BOX = { width: 220, height: 56 };

/** The size of the logo on top of a mail. */
export function mailLogoSize(logo: string): { width: number; height: number } {
  const { width, height } = logoSize(logo);
  const scale = Math.min(MAIL_BOX.width / width, MAIL_BOX.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
