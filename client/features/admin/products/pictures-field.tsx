import { useState } from 'react';
import { type ImageName, images } from '#brand/images.ts';
import * as m from '#messages';
import type { PictureFacts } from '#shared/content/picture-ref.ts';
import { useLanguage } from '../../../lib/language.ts';
import { AddButton } from '../kit/form/add-button.tsx';
import { FieldNote } from '../kit/form/choices.tsx';
import { type FieldState, fieldId } from '../kit/form/field-state.ts';
import { OrderedRows } from '../kit/form/ordered-rows.tsx';
import { TextButton } from '../kit/row-buttons.tsx';
import { describeLabel, isUndescribed } from '../media/picture-names.ts';
import { PictureEditor, PicturePicker } from '../media/picture-picker.tsx';
import { PictureThumb } from '../media/picture-thumb.tsx';

const MOST = 12;

type Props = {
  /** Names of pictures in order; the first one represents the product. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  state: FieldState;
  /** The facts of uploaded pictures, by name. */
  pictures: Readonly<Record<string, PictureFacts>>;
};

/** The pictures of a product in order: uploaded ones, with their descriptions, and the brand's own. */
export function PicturesField({ value, onChange, state, pictures }: Props) {
  const language = useLanguage();
  const [isChoosing, setIsChoosing] = useState(false);
  const [edited, setEdited] = useState<string | null>(null);
  const altOf = (name: string) => (images[name as ImageName] ?? pictures[name])?.alt[language] ?? '';
  return (
    <div id={fieldId('images')} tabIndex={-1} className="grid gap-3">
      <OrderedRows
        rows={value}
        onChange={onChange}
        nameOf={(_, index) => m.admin_product_picture({ number: index + 1 })}
      >
        {(name, index) => (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PictureThumb name={name} pictures={pictures} isLarge />
            <div className="min-w-28 flex-1">
              <span className="line-clamp-2 text-sm text-ink-soft">{altOf(name)}</span>
              {pictures[name] && (
                <TextButton
                  label={describeLabel(pictures[name].alt, m.admin_product_picture({ number: index + 1 }))}
                  onClick={() => setEdited(name)}
                >
                  {isUndescribed(pictures[name].alt) ? m.admin_pictures_undescribed() : m.admin_pictures_describe()}
                </TextButton>
              )}
            </div>
          </div>
        )}
      </OrderedRows>
      <FieldNote error={state.errorOf('images')} note={state.noteOf('images')} />
      {value.length < MOST && (
        <AddButton onClick={() => setIsChoosing(true)}>{m.admin_product_picture_add()}</AddButton>
      )}
      {isChoosing && (
        <PicturePicker
          shown={value}
          most={MOST}
          onAdd={(names) => {
            onChange([...value, ...names]);
            setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
      {edited !== null && <PictureEditor key={edited} name={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}
