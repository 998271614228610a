import * as m from '#messages';
import { BothLanguages } from '../kit/form/both-languages.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { productLabels } from '../publishing/product-words.ts';
import type { ProductFormApi } from './form-api.ts';
import { renamed } from './values.ts';

const TEXTS = [
  { name: 'size', maxLength: 60, hint: m.admin_product_size_hint },
  { name: 'description', maxLength: 1000, rows: 3 },
  { name: 'slug', maxLength: 80, hint: m.admin_product_slug_hint },
] as const;

/** Name and description. */
export function NamesSection({ form }: { form: ProductFormApi }) {
  const { values, set, state } = form;
  return (
    <FormSection title={m.admin_product_section_names()}>
      <BothLanguages
        path="name"
        label={productLabels.name()}
        value={values.name}
        maxLength={120}
        state={state}
        onChange={(language, text) => {
          const { name, slug } = renamed(values, language, text);
          set('name', name);
          if (slug !== values.slug) set('slug', slug);
        }}
      />
      {TEXTS.map((field) => (
        <BothLanguages
          key={field.name}
          path={field.name}
          label={productLabels[field.name]()}
          value={values[field.name]}
          maxLength={field.maxLength}
          rows={'rows' in field ? field.rows : undefined}
          hint={'hint' in field ? field.hint() : undefined}
          state={state}
          onChange={(language, text) => set(field.name, { ...values[field.name], [language]: text })}
        />
      ))}
    </FormSection>
  );
}
