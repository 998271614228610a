import { type UseFormReturn, useForm } from 'react-hook-form';
import * as m from '#messages';
import { CODE_KINDS, type DiscountCode } from '#shared/checkout/codes.ts';
import { shopZone, zoneName } from '#shared/shipping/shop-zone.ts';
import { getLanguage } from '../../../lib/language.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { useSingleSave } from '../kit/use-single-save.ts';
import { useSaveCode } from './api.ts';
import { codeKindLabels, datesOf, effectOf, sentenceOf } from './code-words.ts';
import { type CodeValues, EMPTY_CODE, readValues, valuesOf } from './values.ts';

type Props = {
  /** The code to change; a new one when left out. */
  code?: DiscountCode | undefined;
  onClose: () => void;
};

/** Makes or changes a discount code; a sentence says what it will do. */
export default function CodeDialog({ code, onClose }: Props) {
  const { form, draft, save, leave, onSubmit, takeStored } = useCodeForm({ code, onClose });
  const read = readValues(form.watch());
  return (
    <Dialog title={code ? m.admin_code_edit_title({ code: code.code }) : m.admin_code_new()} onClose={onClose}>
      <form noValidate className="mt-5 grid gap-5" onSubmit={onSubmit}>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <CodeFields form={form} isNew={!code} />
        <CodeConditions form={form} />
        {'fields' in read && (
          <p role="status" className="rounded-field bg-tint/60 px-4 py-3">
            {sentenceOf(read.fields)}
          </p>
        )}
        <ConflictNotice<DiscountCode>
          error={save.error}
          facts={(current) => [
            [m.admin_code_kind(), effectOf(current)],
            [m.admin_code_valid(), datesOf(current)],
          ]}
          onMine={(current) => {
            draft.startFrom(current);
            void onSubmit();
          }}
          onTheirs={takeStored}
        />
        <FormEnd onCancel={leave} isPending={save.isPending}>
          {save.isPending ? m.admin_saving() : code ? m.admin_code_save() : m.admin_code_create()}
        </FormEnd>
      </form>
    </Dialog>
  );
}

/** The form of a code: its draft, and what saves it. */
function useCodeForm({ code, onClose }: Props) {
  const leave = () => {
    draft.clearDraft();
    onClose();
  };
  const save = useSaveCode(code?.id ?? null, leave);
  const saveOnce = useSingleSave(save);
  const form = useForm<CodeValues>({ defaultValues: code ? valuesOf(code) : EMPTY_CODE });
  const { handleSubmit, setError } = form;
  const draft = useDraft({ key: `code:${code?.id ?? 'new'}`, form, row: code ?? null, snapshotOf: valuesOf });
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
  const takeStored = (current: DiscountCode) => {
    draft.take(current, valuesOf(current));
    save.reset();
  };
  return { form, draft, save, leave, onSubmit, takeStored };
}

/** What the code is called, and what it takes off. */
function CodeFields({ form, isNew }: { form: UseFormReturn<CodeValues>; isNew: boolean }) {
  const { register, formState, watch } = form;
  const kind = watch('kind');
  const error = (field: keyof CodeValues) => issueText(formState.errors[field]?.message);
  return (
    <>
      {isNew && (
        <TextField
          label={m.admin_code_code()}
          hint={m.admin_code_code_hint()}
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          className="uppercase"
          error={error('code')}
          {...register('code')}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={m.admin_code_kind()}
          options={CODE_KINDS.map((kind) => ({ value: kind, label: codeKindLabels[kind]() }))}
          {...register('kind')}
        />
        {kind !== 'free_shipping' && (
          <TextField
            label={kind === 'percent' ? m.admin_code_percent() : m.admin_code_amount()}
            required
            inputMode="decimal"
            autoComplete="off"
            maxLength={9}
            error={error('value')}
            {...register('value')}
          />
        )}
      </div>
    </>
  );
}

/** From which sum a code counts, how often, and when. */
function CodeConditions({ form }: { form: UseFormReturn<CodeValues> }) {
  const { register, formState } = form;
  const zone = zoneName(shopZone(), getLanguage());
  const error = (field: keyof CodeValues) => issueText(formState.errors[field]?.message);
  return (
    <>
      <TextField
        label={m.admin_code_minimum()}
        isOptional
        inputMode="decimal"
        autoComplete="off"
        maxLength={9}
        error={error('minimum')}
        {...register('minimum')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={m.admin_code_limit()}
          isOptional
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          error={error('limit')}
          {...register('limit')}
        />
        <TextField
          label={m.admin_code_limit_person()}
          isOptional
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          error={error('limitPerPerson')}
          {...register('limitPerPerson')}
        />
        <TextField
          label={m.admin_code_starts({ zone })}
          isOptional
          type="datetime-local"
          error={error('startsAt')}
          {...register('startsAt')}
        />
        <TextField
          label={m.admin_code_ends({ zone })}
          isOptional
          type="datetime-local"
          error={error('endsAt')}
          {...register('endsAt')}
        />
      </div>
    </>
  );
}
