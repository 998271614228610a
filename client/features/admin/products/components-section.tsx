import * as m from '#messages';
import { MAX_COMPONENTS } from '#shared/catalogue/assortments.ts';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { useLanguage } from '../../../lib/language.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { AddButton } from '../kit/form/add-button.tsx';
import { FieldNote } from '../kit/form/choices.tsx';
import { fieldId } from '../kit/form/field-state.ts';
import { OrderedRows } from '../kit/form/ordered-rows.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { productLabels } from '../publishing/product-words.ts';
import { useProducts } from './api.ts';
import type { ProductFormApi } from './form-api.ts';
import { nameOf } from './product-names.ts';

type Props = { form: ProductFormApi; product: AdminProduct | null };

/** The components of an assortment. An assortment cannot be a component itself. */
export function ComponentsSection({ form: { values, set, state }, product }: Props) {
  const language = useLanguage();
  const { data: all = [] } = useProducts();
  const { components } = values;
  const isOffered = ({ id, published }: AdminProduct) =>
    id !== product?.id && published !== null && published.state !== 'draft' && !published.isAssortment;
  const optionsFor = (chosen: string) => [
    { value: '', label: m.admin_product_component_choose() },
    ...all
      .filter((each) => isOffered(each) || each.id === chosen)
      .map((each) => ({ value: each.id, label: nameOf(each, language) })),
  ];
  return (
    <FormSection title={productLabels.components()} hint={m.admin_product_components_hint()}>
      <div id={fieldId('components')} tabIndex={-1} className="grid gap-3">
        <OrderedRows
          rows={components}
          onChange={(rows) => set('components', rows)}
          nameOf={(_, index) => m.admin_product_component({ number: index + 1 })}
        >
          {(row, index, change) => (
            <div className="grid gap-3 sm:grid-cols-[1fr_7rem]">
              <SelectField
                id={fieldId(`components.${index}.id`)}
                label={m.admin_product_component({ number: index + 1 })}
                value={row.id}
                onChange={(event) => change({ ...row, id: event.target.value })}
                options={optionsFor(row.id)}
                error={state.errorOf(`components.${index}.id`) ?? state.errorOf(`components.${index}`)}
              />
              <TextField
                id={fieldId(`components.${index}.quantity`)}
                label={m.admin_product_component_quantity()}
                inputMode="numeric"
                autoComplete="off"
                maxLength={3}
                value={row.quantity}
                onChange={(event) => change({ ...row, quantity: event.target.value })}
                error={state.errorOf(`components.${index}.quantity`)}
              />
            </div>
          )}
        </OrderedRows>
        {components.length < MAX_COMPONENTS && (
          <AddButton onClick={() => set('components', [...components, { id: '', quantity: '1' }])}>
            {m.admin_product_component_add()}
          </AddButton>
        )}
        <FieldNote error={state.errorOf('components')} />
      </div>
    </FormSection>
  );
}
