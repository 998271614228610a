import * as m from '#messages';
import type { ProductFields } from '#shared/catalogue/products.ts';
import { SelectField } from '../../../ui/form.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { availabilityLabels, productLabels } from '../publishing/product-words.ts';
import type { ProductFormApi } from './form-api.ts';
import { NumberField } from './number-field.tsx';

const OPTIONS = Object.entries(availabilityLabels);

export function PriceSection({ form }: { form: ProductFormApi }) {
  const { values, set } = form;
  return (
    <FormSection title={m.admin_product_section_price()}>
      <div className="form-pair">
        <NumberField
          form={form}
          name="price"
          path="priceCents"
          label={productLabels.priceCents()}
          hint={m.admin_product_price_hint()}
        />
        <SelectField
          label={productLabels.availability()}
          value={values.availability}
          onChange={(event) => set('availability', event.target.value as ProductFields['availability'])}
          options={OPTIONS.map(([value, label]) => ({ value, label: label() }))}
        />
      </div>
    </FormSection>
  );
}
