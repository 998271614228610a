import { type Allergen, allergenNames } from '#brand/nutrition.ts';
import * as m from '#messages';
import { ALLERGENS, WITH_SPECIES } from '#shared/catalogue/products.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { useLanguage } from '../../../lib/language.ts';
import { BothLanguages } from '../kit/form/both-languages.tsx';
import { ChoiceBox, Choices } from '../kit/form/choices.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { productLabels } from '../publishing/product-words.ts';
import type { ProductFormApi } from './form-api.ts';

/** The nine major allergens, with the species if required, and possible traces. */
export function AllergensSection({ form: { values, set, state } }: { form: ProductFormApi }) {
  const language = useLanguage();
  const { allergens, allergenSpecies, mayContain } = values;
  const options = ALLERGENS.map((id) => ({ id, label: capital(allergenNames[id][language]) }));
  const setSpecies = (id: Allergen, at: Language, text: string) =>
    set('allergenSpecies', { ...allergenSpecies, [id]: { ...speciesOf(allergenSpecies[id]), [at]: text } });
  return (
    <FormSection title={productLabels.allergens()} hint={m.admin_product_allergens_hint()}>
      <Choices
        path="allergens"
        label={m.admin_product_contains()}
        options={options}
        value={allergens ?? []}
        onChange={(chosen) => set('allergens', chosen)}
        state={state}
      >
        <ChoiceBox
          label={m.admin_product_no_allergens()}
          isChosen={allergens !== null && allergens.length === 0}
          onChange={(isNone) => set('allergens', isNone ? [] : null)}
        />
      </Choices>
      {(allergens ?? [])
        .filter((id) => WITH_SPECIES.includes(id))
        .map((id) => (
          <BothLanguages
            key={id}
            path={`allergenSpecies.${id}`}
            label={m.admin_product_species_of({ allergen: allergenNames[id][language] })}
            hint={m.admin_product_species_hint()}
            value={speciesOf(allergenSpecies[id])}
            maxLength={80}
            state={state}
            onChange={(at, text) => setSpecies(id, at, text)}
          />
        ))}
      <Choices
        path="mayContain"
        label={productLabels.mayContain()}
        hint={m.admin_product_may_contain_hint()}
        options={options.filter(({ id }) => !allergens?.includes(id))}
        value={mayContain}
        onChange={(chosen) => set('mayContain', chosen)}
        state={state}
      />
    </FormSection>
  );
}

const speciesOf = (both: Record<Language, string> | undefined) => both ?? forEachLanguage(() => '');
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
