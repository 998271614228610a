import { mediaRef } from '#shared/content/picture-ref.ts';
import { useLibrary } from './media-library.ts';
import PictureDialog, { type NextStep } from './picture-dialog.tsx';

/** `name` is that of an uploaded picture. */
type Props = { name: string; onClose: () => void; next?: NextStep | undefined };

/** The dialog of a picture by its name. */
export default function PictureEditor({ name, onClose, next }: Props) {
  const media = useLibrary().data?.find(({ id }) => mediaRef(id) === name);
  return media ? <PictureDialog media={media} next={next} onDeleted={() => {}} onClose={onClose} /> : null;
}
