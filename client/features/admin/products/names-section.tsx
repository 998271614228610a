import * as m from '#messages';
import { BothLanguages } from '../kit/form/both-languages.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { productLabels } from '../publishing/product-words.ts';
import type { ProductFormApi } from './form-api.ts';
import { ProductText } from './product-text.tsx';
import { renamed } from './values.ts';

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
      <ProductText form={form} name="size" maxLength={60} hint={m.admin_product_size_hint()} />
      <ProductText form={form} name="description" maxLength={1000} rows={3} />
      <ProductText form={form} name="slug" maxLength={80} hint={m.admin_product_slug_hint()} />
    </FormSection>
  );
}
