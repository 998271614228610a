import type { PictureName } from '#shared/content/picture-ref.ts';
import { sentence } from '../lib/catalogue.ts';
import { getLanguage } from '../lib/language.ts';
import { findPicture } from './picture-address.ts';

type Props = {
  name: PictureName;
  /** The displayed width, as in the `sizes` attribute. */
  sizes: string;
  /** The picture that the first view waits for. */
  isFirst?: boolean;
  className?: string;
  /** The slot that it fills; previews link it to its form. */
  slot?: string;
  /** Focal point in per cent, for narrow frames; by default the picture's own. */
  focal?: readonly [number, number];
  /** Only for a decorative picture, beside text that says the same. */
  isDecorative?: boolean;
};

/**
 * A picture, of the brand or uploaded, in the best format and width that the browser supports; its space is reserved
 * while it loads.
 */
export function Picture({ name, sizes, isFirst = false, className, slot, focal, isDecorative = false }: Props) {
  const picture = findPicture(name);
  if (!picture) return null;
  const { width, height, widths, alt, address } = picture;
  const [x, y] = focal ?? picture.focal;
  const set = (format: 'avif' | 'webp' | 'jpg') => widths.map((w) => `${address(w, format)} ${w}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
      <img
        src={address(widths[widths.length - 1] ?? width, 'jpg')}
        srcSet={set('jpg')}
        sizes={sizes}
        width={width}
        height={height}
        alt={isDecorative ? '' : sentence(alt, getLanguage())}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding={isFirst ? 'sync' : 'async'}
        className={className}
        data-slot={slot}
        style={{ objectPosition: `${x}% ${y}%` }}
      />
    </picture>
  );
}
