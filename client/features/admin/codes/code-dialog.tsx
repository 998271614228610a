import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import { CODE_KINDS, type DiscountCode } from '#shared/checkout/codes.ts';
import { shopZone, zoneName } from '#shared/shipping/shop-zone.ts';
import { getLanguage } from '../../../lib/language.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { RecordForm, useRecordForm } from '../kit/form/record-form.tsx';
import { useSaveCode } from './api.ts';
import { codeKindLabels, datesOf, effectOf, sentenceOf } from './code-words.ts';
import { type CodeFields, type CodeValues, EMPTY_CODE, readValues, valuesOf } from './values.ts';

type Props = {
  /** The code to change; a new one if omitted. */
  code?: DiscountCode | undefined;
  onClose: () => void;
};

/** Creates or changes a discount code; a sentence says what it will do. */
export default function CodeDialog({ code, onClose }: Props) {
  const save = useSaveCode(code?.id ?? null, () => record.draft.leave());
  const record = useRecordForm({
    key: `code:${code?.id ?? 'new'}`,
    row: code,
    empty: EMPTY_CODE,
    valuesOf,
    snapshotOf: valuesOf,
    readValues,
    save,
    onClose,
  });
  return (
    <Dialog title={code ? m.admin_code_edit_title({ code: code.code }) : m.admin_code_new()} onClose={onClose}>
      <RecordForm<DiscountCode, CodeFields>
        record={record}
        facts={(current) => [
          [m.admin_code_kind(), effectOf(current)],
          [m.admin_code_valid(), datesOf(current)],
        ]}
        sentenceOf={sentenceOf}
        submit={code ? m.admin_code_save() : m.admin_code_create()}
      >
        <NameAndEffect form={record.form} isNew={!code} />
        <CodeConditions form={record.form} />
      </RecordForm>
    </Dialog>
  );
}

/** Name and effect of the code. */
function NameAndEffect({ form, isNew }: { form: UseFormReturn<CodeValues>; isNew: boolean }) {
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

/** The conditions of a code: minimum, number of uses, dates. */
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
