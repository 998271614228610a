import { type ImageName, images } from '#brand/images.ts';
import { manifest } from '../.images/manifest.ts';
import { getLanguage } from '../lib/language.ts';
import { pictureAddress } from './picture-address.ts';

type Props = {
  name: ImageName;
  /** How wide the picture is shown, in the words of the `sizes` attribute. */
  sizes: string;
  /** The one picture that the first view waits for. */
  isFirst?: boolean;
  className?: string;
  /** Another point to keep in view than the picture's own, in per cent, where the frame is a narrow one. */
  focal?: readonly [number, number];
  /** Only for a picture that says nothing which the text beside it does not say. */
  isDecorative?: boolean;
};

/** A picture of the brand in the best format and width that the browser takes; its place is kept while it loads. */
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
