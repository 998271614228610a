import { sizes } from '#brand/sizes.ts';
import * as m from '#messages';
import { EMPTY_PRODUCT } from '#shared/catalogue/brand-products.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { FieldNote } from '../kit/form/choices.tsx';
import { fieldId } from '../kit/form/field-state.ts';
import { Fold } from '../kit/form/fold.tsx';
import { parseNumber } from '../kit/form/numbers.ts';
import { FormSection } from '../kit/form/section.tsx';
import { productLabels } from '../publishing/product-words.ts';
import type { ProductFormApi } from './form-api.ts';
import { NumberField } from './number-field.tsx';

const UNITS = Object.entries(sizes).map(([value, { amount }]) => ({ value, label: amount }));
const SIDES = ['length', 'width', 'height'] as const;
const sideLabels = {
  length: m.admin_product_parcel_length,
  width: m.admin_product_parcel_width,
  height: m.admin_product_parcel_height,
};

/** The contents of the box, and its size as a parcel. */
export function BoxSection({ form }: { form: ProductFormApi }) {
  const { values, set } = form;
  const [pieces, ounces] = [parseNumber(values.pieces), parseNumber(values.pieceOz)];
  const net = pieces !== null && ounces !== null ? String(Math.round(pieces * ounces * 100) / 100) : null;
  return (
    <FormSection title={m.admin_product_section_box()}>
      <div className="form-pair">
        <NumberField form={form} name="pieces" label={productLabels.pieces()} />
        <NumberField form={form} name="pieceOz" label={productLabels.pieceOz()} />
        <div>
          <NumberField form={form} name="netWeightOz" label={productLabels.netWeightOz()} />
          {net !== null && net !== values.netWeightOz && (
            <button type="button" className="text-button" onClick={() => set('netWeightOz', net)}>
              {m.admin_product_net_suggestion({ ounces: net })}
            </button>
          )}
        </div>
        <NumberField
          form={form}
          name="weightOz"
          label={productLabels.weightOz()}
          hint={m.admin_product_weight_hint()}
        />
      </div>
      <ParcelFields form={form} />
      <div className="form-pair">
        <SelectField
          label={productLabels.unit()}
          hint={m.admin_product_unit_hint()}
          value={values.unit}
          onChange={(event) => set('unit', event.target.value)}
          options={[{ value: '', label: m.admin_product_unit_none() }, ...UNITS]}
        />
      </div>
      <CodeFields form={form} />
    </FormSection>
  );
}

/** Numbers that most products do without. */
function CodeFields({ form }: { form: ProductFormApi }) {
  const { values, set, state } = form;
  const isOwn = values.gtin !== '' || values.taxCode !== EMPTY_PRODUCT.taxCode;
  const isRefused = [state.errorOf('gtin'), state.errorOf('taxCode')].some(Boolean);
  return (
    <Fold summary={m.admin_product_codes()} isNeeded={isOwn || isRefused}>
      <div className="form-pair">
        <NumberField
          form={form}
          name="gtin"
          label={productLabels.gtin()}
          hint={m.admin_product_gtin_hint()}
          isOptional
        />
        <TextField
          id={fieldId('taxCode')}
          label={productLabels.taxCode()}
          hint={m.admin_product_tax_code_hint()}
          isOptional
          maxLength={13}
          autoComplete="off"
          value={values.taxCode}
          onChange={(event) => set('taxCode', event.target.value.trim())}
          error={state.errorOf('taxCode')}
        />
      </div>
    </Fold>
  );
}

/** The sides of the packed box. */
function ParcelFields({ form: { values, set, state } }: { form: ProductFormApi }) {
  const error = state.errorOf('parcelInches');
  const note = error ?? state.noteOf('parcelInches');
  return (
    <fieldset id={fieldId('parcelInches')} tabIndex={-1}>
      <legend className="mb-1.5 font-semibold">{productLabels.parcelInches()}</legend>
      <div className="grid grid-cols-3 gap-3">
        {SIDES.map((side) => (
          <TextField
            key={side}
            label={<span className="font-normal">{sideLabels[side]()}</span>}
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            value={values.parcel[side]}
            aria-invalid={error ? true : undefined}
            onChange={(event) => set('parcel', { ...values.parcel, [side]: event.target.value })}
          />
        ))}
      </div>
      {note && <FieldNote error={error} note={note} />}
    </fieldset>
  );
}
