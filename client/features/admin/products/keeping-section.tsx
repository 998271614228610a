import * as m from '#messages';
import { LANGUAGES } from '#shared/core/language.ts';
import { Fold } from '../kit/form/fold.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { productLabels } from '../publishing/product-words.ts';
import type { ProductFormApi } from './form-api.ts';
import { NumberField } from './number-field.tsx';
import { ProductText } from './product-text.tsx';

/** Shelf life and storage, and California's warning if required. */
export function KeepingSection({ form }: { form: ProductFormApi }) {
  const { values, state } = form;
  const isWarned = LANGUAGES.some((at) => values.proposition65[at] !== '' || state.errorOf(`proposition65.${at}`));
  return (
    <FormSection title={m.admin_product_section_keeping()}>
      <div className="form-pair">
        <NumberField form={form} name="shelfLifeDays" label={productLabels.shelfLifeDays()} />
      </div>
      <ProductText form={form} name="storage" maxLength={200} isOptional />
      <Fold summary={productLabels.proposition65()} isNeeded={isWarned}>
        <ProductText
          form={form}
          name="proposition65"
          hint={m.admin_product_prop65_hint()}
          maxLength={500}
          rows={2}
          isOptional
        />
      </Fold>
    </FormSection>
  );
}
