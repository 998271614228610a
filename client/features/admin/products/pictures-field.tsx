import { useState } from 'react';
import { type ImageName, images } from '#brand/images.ts';
import * as m from '#messages';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldNote } from '../form/choices.tsx';
import { type FieldState, fieldId } from '../form/field-state.ts';
import { OrderedRows } from '../form/ordered-rows.tsx';
import { ProductPicture } from './product-picture.tsx';

const MOST = 12;
const KNOWN = Object.keys(images) as ImageName[];

type Props = {
  /** Names of pictures in their order; the first one stands for the product. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  state: FieldState;
};

/** The pictures of a product in order, chosen from those that the shop has. */
export function PicturesField({ value, onChange, state }: Props) {
  const language = useLanguage();
  const [isChoosing, setIsChoosing] = useState(false);
  const others = KNOWN.filter((name) => !value.includes(name));
  const altOf = (name: string) => images[name as ImageName]?.alt[language] ?? name;
  return (
    <div id={fieldId('images')} tabIndex={-1} className="grid gap-3">
      <OrderedRows
        rows={value}
        onChange={onChange}
        nameOf={(_, index) => m.admin_product_picture({ number: index + 1 })}
      >
        {(name) => (
          <div className="flex items-center gap-3">
            <ProductPicture name={name} className="is-large" />
            <span className="line-clamp-2 text-sm text-cafecito-soft">{altOf(name)}</span>
          </div>
        )}
      </OrderedRows>
      <FieldNote error={state.errorOf('images')} note={state.noteOf('images')} />
      {value.length < MOST && others.length > 0 && (
        <Button
          size="small"
          variant="quiet"
          className="justify-self-start"
          aria-expanded={isChoosing}
          onClick={() => setIsChoosing(!isChoosing)}
        >
          {m.admin_product_picture_add()}
        </Button>
      )}
      {isChoosing && value.length < MOST && (
        <ul aria-label={m.admin_product_picture_choice()} className="picture-choice">
          {others.map((name) => (
            <li key={name}>
              <button type="button" aria-label={altOf(name)} onClick={() => onChange([...value, name])}>
                <ProductPicture name={name} className="is-large" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
