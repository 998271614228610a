import type { ComponentProps } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as m from '#messages';
import { US_STATE_CODES, US_STATES } from '#shared/places/us-states.ts';
import type { TaxRegistration } from '#shared/tax/tax.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { useSingleSave } from '../kit/use-single-save.ts';
import { useSaveTax } from './api.ts';
import { dayText, sentenceOf, taxedText } from './tax-words.ts';
import { emptyTax, readValues, snapshotOf, type TaxValues, valuesOf } from './values.ts';

type Props = {
  /** What to change; a new state when left out. */
  tax?: TaxRegistration | undefined;
  /** States that are there already. */
  taken: readonly string[];
  onClose: () => void;
};

/** What the shop collects in a state; a sentence says what it will do. */
export default function TaxDialog({ tax, taken, onClose }: Props) {
  const { form, draft, save, leave, onSubmit } = useTaxForm({ tax, onClose });
  const read = readValues(form.watch());
  return (
    <Dialog title={tax ? m.admin_tax_edit_title({ state: US_STATES[tax.state] }) : m.admin_tax_new()} onClose={onClose}>
      <form noValidate className="mt-5 grid gap-5" onSubmit={onSubmit}>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        {!tax && <StateField form={form} taken={taken} />}
        <TaxFields form={form} />
        {'fields' in read && (
          <p role="status" className="rounded-field bg-tint/60 px-4 py-3">
            {sentenceOf(read.fields)}
          </p>
        )}
        <ConflictNotice<TaxRegistration>
          error={save.error}
          facts={(current) => [
            [m.admin_tax_col_rate(), `${current.rate} %`],
            [m.admin_tax_col_on(), taxedText(current)],
            [m.admin_tax_col_since(), dayText(current.since)],
          ]}
          onMine={(current) => {
            draft.startFrom(current);
            void onSubmit();
          }}
          onTheirs={(current) => {
            draft.take(current, valuesOf(current));
            save.reset();
          }}
        />
        <FormEnd onCancel={leave} isPending={save.isPending}>
          {save.isPending ? m.admin_saving() : tax ? m.admin_tax_save() : m.admin_tax_create()}
        </FormEnd>
      </form>
    </Dialog>
  );
}

function useTaxForm({ tax, onClose }: Pick<Props, 'tax' | 'onClose'>) {
  const leave = () => {
    draft.clearDraft();
    onClose();
  };
  const save = useSaveTax(tax?.id ?? null, leave);
  const saveOnce = useSingleSave(save);
  const form = useForm<TaxValues>({ defaultValues: tax ? valuesOf(tax) : emptyTax() });
  const { handleSubmit, setError } = form;
  const draft = useDraft({ key: `tax:${tax?.id ?? 'new'}`, form, row: tax ?? null, snapshotOf });

  const onSubmit = handleSubmit((typed) => {
    const found = readValues(typed);
    if ('errors' in found) {
      for (const [i, { field, issue }] of found.errors.entries()) {
        setError(field, { message: issue }, { shouldFocus: i === 0 });
      }
      return;
    }
    saveOnce({ fields: found.fields, save: draft.save });
  });
  return { form, draft, save, leave, onSubmit };
}

type TaxForm = { form: UseFormReturn<TaxValues> };

function StateField({ form: { register, formState }, taken }: TaxForm & Pick<Props, 'taken'>) {
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
      error={issueText(formState.errors.state?.message)}
      {...register('state')}
    />
  );
}

/** The rate, what it is on, and since when. */
function TaxFields({ form: { register, formState } }: TaxForm) {
  const error = (field: keyof TaxValues) => issueText(formState.errors[field]?.message);
  return (
    <>
      <TextField
        label={m.admin_tax_rate()}
        hint={m.admin_tax_rate_hint()}
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        error={error('rate')}
        {...register('rate')}
      />
      <div>
        <Choice label={m.admin_tax_food()} aria-describedby="tax-food-hint" {...register('taxesFood')} />
        <p id="tax-food-hint" className="ml-8 text-[0.92rem] text-ink-soft">
          {m.admin_tax_food_hint()}
        </p>
        <Choice label={m.admin_tax_shipping()} {...register('taxesShipping')} />
      </div>
      <TextField label={m.admin_tax_since()} required type="date" error={error('since')} {...register('since')} />
    </>
  );
}

function Choice({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input {...input} type="checkbox" className="size-5 shrink-0 accent-second" />
      {label}
    </label>
  );
}
