import { useState } from 'react';
import { type ImageName, images } from '#brand/images.ts';
import * as m from '#messages';
import type { PictureFacts } from '#shared/content/picture-ref.ts';
import type { Localized } from '#shared/core/language.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldNote } from '../../kit/form/choices.tsx';
import { type FieldState, fieldId } from '../../kit/form/field-state.ts';
import { isUndescribed } from '../../media/picture-names.ts';
import { OnePicturePicker, PictureEditor } from '../../media/picture-picker.tsx';
import { PictureThumb } from '../../media/picture-thumb.tsx';
import { storyLabels } from './words.ts';

type Props = {
  /** Empty if there is none. */
  value: string;
  onChange: (name: string) => void;
  state: FieldState;
  /** The facts of uploaded pictures, by name. */
  pictures: Readonly<Record<string, PictureFacts>>;
};

/** The single picture of a story: chosen, described or replaced. */
export function StoryPicture({ value, onChange, state, pictures }: Props) {
  const language = useLanguage();
  const [open, setOpen] = useState<'choose' | 'describe' | null>(null);
  const close = () => setOpen(null);
  const alt: Localized | undefined = (images[value as ImageName] ?? pictures[value])?.alt;
  return (
    <fieldset id={fieldId('picture')} tabIndex={-1} className="grid gap-2">
      <legend className="mb-1 font-semibold">{storyLabels.picture()}</legend>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PictureThumb name={value || undefined} pictures={pictures} isLarge />
        {alt && <span className="min-w-28 flex-1 text-sm text-ink-soft">{alt[language]}</span>}
        <Button size="small" variant="quiet" onClick={() => setOpen('choose')}>
          {value ? m.admin_story_picture_change() : m.admin_product_picture_add()}
        </Button>
        {pictures[value] && (
          <Button size="small" variant="quiet" onClick={() => setOpen('describe')}>
            {isUndescribed(alt) ? m.admin_pictures_undescribed() : m.admin_pictures_describe()}
          </Button>
        )}
      </div>
      <FieldNote error={state.errorOf('picture')} note={state.noteOf('picture')} />
      {open === 'choose' && <OnePicturePicker onChoose={onChange} onClose={close} />}
      {open === 'describe' && <PictureEditor key={value} name={value} onClose={close} />}
    </fieldset>
  );
}
