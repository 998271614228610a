import type { ImageName } from '#brand/images.ts';
import { images } from '#brand/images.ts';
import { mediaIdOf, type PictureFacts } from '#shared/content/picture-ref.ts';
import { Picture } from '../../../ui/picture.tsx';
import { thumbnailOf } from './media-library.ts';

const THUMB = 'block flex-none overflow-hidden rounded-field bg-tint [&_img]:size-full [&_img]:object-cover';

type Props = {
  name: string | undefined;
  /** The facts of uploaded pictures, by name. */
  pictures: Readonly<Record<string, PictureFacts>>;
  isLarge?: boolean;
};

/** A small picture beside its name; an empty frame if there is none. */
export function PictureThumb({ name = '', pictures, isLarge = false }: Props) {
  const [id, facts] = [mediaIdOf(name), pictures[name]];
  return (
    <span aria-hidden="true" className={`${THUMB} ${isLarge ? 'h-14 w-18' : 'size-11'}`}>
      {id && facts && <img src={thumbnailOf(id, facts, 240)} alt="" style={{ objectPosition: positionText(facts) }} />}
      {Object.hasOwn(images, name) && <Picture name={name as ImageName} sizes="4.5rem" isDecorative />}
    </span>
  );
}

const positionText = ({ focal: [x, y] }: PictureFacts) => `${x}% ${y}%`;
