import * as m from '#messages';
import { LANGUAGES } from '#shared/core/language.ts';
import { BothLanguages } from '../kit/form/both-languages.tsx';
import { Fold } from '../kit/form/fold.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { productLabels } from '../publishing/product-words.ts';
import type { ProductFormApi } from './form-api.ts';
import { NumberField } from './number-field.tsx';

/** Shelf life and storage, and California's warning if required. */
export function KeepingSection({ form }: { form: ProductFormApi }) {
  const { values, set, state } = form;
  const isWarned = LANGUAGES.some((at) => values.proposition65[at] !== '' || state.errorOf(`proposition65.${at}`));
  return (
    <FormSection title={m.admin_product_section_keeping()}>
      <div className="form-pair">
        <NumberField form={form} name="shelfLifeDays" label={productLabels.shelfLifeDays()} />
      </div>
      <BothLanguages
        path="storage"
        label={productLabels.storage()}
        value={values.storage}
        maxLength={200}
        isOptional
        state={state}
        onChange={(language, text) => set('storage', { ...values.storage, [language]: text })}
      />
      <Fold summary={productLabels.proposition65()} isNeeded={isWarned}>
        <BothLanguages
          path="proposition65"
          label={productLabels.proposition65()}
          hint={m.admin_product_prop65_hint()}
          value={values.proposition65}
          maxLength={500}
          rows={2}
          isOptional
          state={state}
          onChange={(language, text) => set('proposition65', { ...values.proposition65, [language]: text })}
        />
      </Fold>
    </FormSection>
  );
}
