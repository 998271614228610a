import { type ImageName, images } from '#brand/images.ts';
import { manifest } from '../.images/manifest.ts';
import { getLanguage } from '../lib/language.ts';
import { pictureAddress } from './picture-address.ts';

type Props = {
  name: ImageName;
  /** The displayed width, as in the `sizes` attribute. */
  sizes: string;
  /** The one picture that the first view waits for. */
  isFirst?: boolean;
  className?: string;
  /** Focal point in per cent, where the frame is narrow; by default the picture's own. */
  focal?: readonly [number, number];
  /** Only for a decorative picture, beside text that says the same. */
  isDecorative?: boolean;
};

/**
 * A picture of the brand in the best format and width that the browser supports; its space is reserved while it loads.
 */
export function Picture({ name, sizes, isFirst = false, className, focal, isDecorative = false }: Props) {
  const { width, height, widths } = manifest[name];
  const [x, y] = focal ?? images[name].focal;
  const set = (format: 'avif' | 'webp' | 'jpg') =>
    widths.map((w) => `${pictureAddress(name, w, format)} ${w}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
      <img
        src={pictureAddress(name, widths[widths.length - 1] ?? width, 'jpg')}
        srcSet={set('jpg')}
        sizes={sizes}
        width={width}
        height={height}
        alt={isDecorative ? '' : images[name].alt[getLanguage()]}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding={isFirst ? 'sync' : 'async'}
        className={className}
        style={{ objectPosition: `${x}% ${y}%` }}
      />
    </picture>
  );
}
