import { lazyDialog } from '../kit/lazy.tsx';

/** Chooses pictures for a slot: uploads, the library, the brand's own. */
export const PicturePicker = lazyDialog(() => import('./picker-dialog.tsx'));

/** Chooses the picture of a slot for one. */
export function OnePicturePicker({ onChoose, onClose }: { onChoose: (name: string) => void; onClose: () => void }) {
  const onAdd = ([name]: readonly string[]) => {
    if (name) onChoose(name);
    onClose();
  };
  return <PicturePicker shown={[]} most={1} onAdd={onAdd} onClose={onClose} />;
}

/** The form for an uploaded picture's description and focal point. */
export const PictureEditor = lazyDialog(() => import('./picture-editor.tsx'));
