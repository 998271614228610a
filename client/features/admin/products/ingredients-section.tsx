import * as m from '#messages';
import { forEachLanguage } from '#shared/core/language.ts';
import { AddButton } from '../kit/form/add-button.tsx';
import { BothLanguages } from '../kit/form/both-languages.tsx';
import { FieldNote } from '../kit/form/choices.tsx';
import { fieldId } from '../kit/form/field-state.ts';
import { OrderedRows } from '../kit/form/ordered-rows.tsx';
import { FormSection } from '../kit/form/section.tsx';
import type { ProductFormApi } from './form-api.ts';
import type { IngredientValue } from './values.ts';

const MOST = 60;
const emptyRow = (): IngredientValue => ({ name: forEachLanguage(() => ''), of: forEachLanguage(() => '') });

/** In descending order of weight, as the label lists them (21 CFR 101.4). */
export function IngredientsSection({ form: { values, set, state } }: { form: ProductFormApi }) {
  const { ingredients } = values;
  return (
    <FormSection title={m.admin_product_ingredients()} hint={m.admin_product_ingredients_hint()}>
      <div id={fieldId('ingredients')} tabIndex={-1} className="grid gap-3">
        <OrderedRows
          rows={ingredients}
          onChange={(rows) => set('ingredients', rows)}
          nameOf={(_, index) => m.admin_product_ingredient({ number: index + 1 })}
        >
          {(row, index, change) => (
            <div className="grid gap-3">
              <BothLanguages
                path={`ingredients.${index}.name`}
                label={m.admin_product_ingredient({ number: index + 1 })}
                value={row.name}
                maxLength={120}
                state={state}
                onChange={(language, text) => change({ ...row, name: { ...row.name, [language]: text } })}
              />
              <BothLanguages
                path={`ingredients.${index}.of`}
                label={m.admin_product_ingredient_of()}
                value={row.of}
                maxLength={1000}
                rows={2}
                isOptional
                state={state}
                onChange={(language, text) => change({ ...row, of: { ...row.of, [language]: text } })}
              />
            </div>
          )}
        </OrderedRows>
        {ingredients.length < MOST && (
          <AddButton onClick={() => set('ingredients', [...ingredients, emptyRow()])}>
            {m.admin_product_ingredient_add()}
          </AddButton>
        )}
        <FieldNote error={state.errorOf('ingredients')} note={state.noteOf('ingredients')} />
      </div>
    </FormSection>
  );
}
