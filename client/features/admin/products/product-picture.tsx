import { type ImageName, images } from '#brand/images.ts';
import { Picture } from '../../../ui/picture.tsx';

/** A small picture beside the name that says what it shows; an empty frame where there is none. */
export function ProductPicture({ name, className = '' }: { name: string | undefined; className?: string }) {
  return (
    <span aria-hidden="true" className={`product-thumb ${className}`}>
      {name !== undefined && Object.hasOwn(images, name) && (
        <Picture name={name as ImageName} sizes="4.5rem" isDecorative />
      )}
    </span>
  );
}
