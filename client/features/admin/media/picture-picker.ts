import { lazyDialog } from '../kit/lazy.tsx';
import type { EditorProps, PickerProps } from './picture-props.ts';

/** Chooses pictures for a slot: uploads, the library, the brand's own. */
export const PicturePicker = lazyDialog<PickerProps>(() => import('./picker-dialog.tsx'));

/** The form for an uploaded picture's description and focal point. */
export const PictureEditor = lazyDialog<EditorProps>(() => import('./picture-editor.tsx'));
