import { useState } from 'react';
import * as m from '#messages';
import { type Lot, MAX_LOT_CODE } from '#shared/lots/lots.ts';
import { getLanguage } from '../../../lib/language.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { fieldOf } from '../kit/form/field-of.ts';
import { RecordForm, useRecordForm } from '../kit/form/record-form.tsx';
import { useProducts } from '../products/api.ts';
import { nameOf } from '../products/product-names.ts';
import { useSaveLot } from './api.ts';
import { dayText } from './day-text.ts';
import { type LotFields, newLotValues, readValues, valuesOf } from './values.ts';

type Props = { lot?: Lot | undefined; lots: readonly Lot[]; onClose: () => void };

/** Creates or changes a lot. A new one is filled in from the day and the last lot. */
export default function LotDialog({ lot, lots, onClose }: Props) {
  const { data: products = [] } = useProducts();
  const sold = products.filter(({ state, components }) => state !== 'archived' && components.length === 0);
  const [first] = useState(() => lots.at(0)?.productId ?? '');
  const save = useSaveLot(lot?.id ?? null, () => record.draft.leave());
  const record = useRecordForm({
    key: `lot:${lot?.id ?? 'new'}`,
    row: lot,
    empty: newLotValues(lots, first),
    valuesOf,
    snapshotOf: valuesOf,
    readValues,
    save,
    onClose,
  });
  const { register, setValue, formState } = record.form;
  const field = fieldOf(record.form);
  const take = (productId: string) => {
    const { code, bestBy } = newLotValues(lots, productId);
    if (!formState.dirtyFields.code) setValue('code', code);
    if (!formState.dirtyFields.bestBy && bestBy !== '') setValue('bestBy', bestBy);
  };
  return (
    <Dialog title={lot ? m.admin_lot_title({ code: lot.code }) : m.admin_lot_new()} onClose={onClose}>
      <RecordForm<Lot, LotFields>
        record={record}
        facts={(current) => [
          [m.admin_lot_code(), current.code],
          [m.admin_lot_best_by(), dayText(current.bestBy)],
        ]}
        sentenceOf={({ bestBy }) => m.admin_lot_sentence({ day: dayText(bestBy) })}
        submit={m.admin_lot_save()}
      >
        {!lot && (
          <SelectField
            label={m.admin_lot_product()}
            required
            {...register('productId', { onChange: (event) => take(event.target.value) })}
            options={[
              { value: '', label: m.admin_product_component_choose() },
              ...sold.map((product) => ({ value: product.id, label: nameOf(product, getLanguage()) })),
            ]}
          />
        )}
        <TextField
          label={m.admin_lot_code()}
          hint={m.admin_lot_code_hint()}
          required
          maxLength={MAX_LOT_CODE}
          autoComplete="off"
          spellCheck={false}
          {...field('code')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={m.admin_lot_made_on()} type="date" required {...field('madeOn')} />
          <TextField label={m.admin_lot_best_by()} type="date" required {...field('bestBy')} />
        </div>
        <TextField
          label={m.admin_lot_quantity()}
          hint={m.admin_lot_quantity_hint()}
          isOptional
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          {...field('quantity')}
        />
      </RecordForm>
    </Dialog>
  );
}
