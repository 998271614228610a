import { facts } from '#brand/facts.ts';
import { lookPicturePath } from '#shared/look/pictures.ts';

/** What the server has written into the admin's document: the owner's name and logo, published. */
const given = () => globalThis.document?.documentElement.dataset ?? {};

/** The shop's name. */
export const shopName = (): string => given().shop ?? facts.name;

/** The owner's logo, with its size in pixels; `null` while it is the brand's. */
export function shopLogo(): { src: string; width: number; height: number } | null {
  const { logo, logoSize = '' } = given();
  const [width = 1, height = 1] = logoSize.split('x').map(Number);
  return logo === undefined ? null : { src: logo, width, height };
}

/** The icon made from the owner's logo; `null` while the logo is the brand's. */
export function shopIcon(): string | null {
  const { pictures } = given();
  return pictures === undefined ? null : lookPicturePath(pictures, 'icon-192.png');
}
