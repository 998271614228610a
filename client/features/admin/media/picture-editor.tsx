import { mediaRef } from '#shared/content/picture-ref.ts';
import { useLibrary } from './media-library.ts';
import PictureDialog from './picture-dialog.tsx';
import type { EditorProps } from './picture-props.ts';

/** The dialog of a picture by its name. */
export default function PictureEditor({ name, onClose, next }: EditorProps) {
  const media = useLibrary().data?.find(({ id }) => mediaRef(id) === name);
  return media ? <PictureDialog media={media} next={next} onDeleted={() => {}} onClose={onClose} /> : null;
}
