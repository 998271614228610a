import { lazyDialog } from './lazy.tsx';

/** `shown` are the names that the place has already; it takes `most` in all. */
export type PickerProps = {
  shown: readonly string[];
  most: number;
  onAdd: (names: readonly string[]) => void;
  onClose: () => void;
};
/** `name` is that of an uploaded picture, as a place has it. */
export type EditorProps = { name: string; onClose: () => void };

/** Chooses pictures for a place: uploads, the library, the brand's own. */
export const PicturePicker = lazyDialog<PickerProps>(() => import('./media/picker-dialog.tsx'));

/** What an uploaded picture shows, and the point of it that stays in view. */
export const PictureEditor = lazyDialog<EditorProps>(() => import('./media/picture-editor.tsx'));
