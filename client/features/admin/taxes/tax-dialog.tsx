import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import { US_STATE_CODES, US_STATES } from '#shared/places/us-states.ts';
import type { TaxRegistration } from '#shared/tax/tax.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Check } from '../kit/form/check.tsx';
import { fieldOf } from '../kit/form/field-of.ts';
import { RecordForm, useRecordForm } from '../kit/form/record-form.tsx';
import { useSaveTax } from './api.ts';
import { dayText, sentenceOf, taxedText } from './tax-words.ts';
import { emptyTax, readValues, snapshotOf, type TaxFields, type TaxValues, valuesOf } from './values.ts';

type Props = {
  /** The registration to change; a new one if omitted. */
  tax?: TaxRegistration | undefined;
  /** States that are already registered. */
  taken: readonly string[];
  onClose: () => void;
};

/** The tax that the shop collects in a state; a sentence says what it will do. */
export default function TaxDialog({ tax, taken, onClose }: Props) {
  const save = useSaveTax(tax?.id ?? null, () => record.draft.leave());
  const record = useRecordForm({
    key: `tax:${tax?.id ?? 'new'}`,
    row: tax,
    empty: emptyTax(),
    valuesOf,
    snapshotOf,
    readValues,
    save,
    onClose,
  });
  return (
    <Dialog title={tax ? m.admin_tax_edit_title({ state: US_STATES[tax.state] }) : m.admin_tax_new()} onClose={onClose}>
      <RecordForm<TaxRegistration, TaxFields>
        record={record}
        facts={(current) => [
          [m.admin_tax_col_rate(), `${current.rate} %`],
          [m.admin_tax_col_on(), taxedText(current)],
          [m.admin_tax_col_since(), dayText(current.since)],
        ]}
        sentenceOf={sentenceOf}
        submit={tax ? m.admin_tax_save() : m.admin_tax_create()}
      >
        {!tax && <StateField form={record.form} taken={taken} />}
        <RateFields form={record.form} />
      </RecordForm>
    </Dialog>
  );
}

type TaxForm = { form: UseFormReturn<TaxValues> };

function StateField({ form, taken }: TaxForm & Pick<Props, 'taken'>) {
  const states = US_STATE_CODES.filter((code) => !taken.includes(code)).map((code) => ({
    value: code as string,
    label: US_STATES[code],
  }));
  return (
    <SelectField
      label={m.admin_tax_state()}
      required
      data-autofocus
      options={[{ value: '', label: m.admin_tax_state_choose() }, ...states]}
      {...fieldOf(form)('state')}
    />
  );
}

/** Rate, scope and first day. */
function RateFields({ form }: TaxForm) {
  const field = fieldOf(form);
  return (
    <>
      <TextField
        label={m.admin_tax_rate()}
        hint={m.admin_tax_rate_hint()}
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        {...field('rate')}
      />
      <div>
        <Check aria-describedby="tax-food-hint" {...form.register('taxesFood')}>
          {m.admin_tax_food()}
        </Check>
        <p id="tax-food-hint" className="ml-8 text-[0.92rem] text-ink-soft">
          {m.admin_tax_food_hint()}
        </p>
        <Check {...form.register('taxesShipping')}>{m.admin_tax_shipping()}</Check>
      </div>
      <TextField label={m.admin_tax_since()} required type="date" {...field('since')} />
    </>
  );
}
