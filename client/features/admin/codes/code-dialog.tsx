import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { CODE_KINDS, type DiscountCode, MAX_DISCOUNT_NAME } from '#shared/checkout/codes.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { shopZone, zoneName } from '#shared/shipping/shop-zone.ts';
import { getLanguage } from '../../../lib/language.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { adminKeys } from '../keys.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Choices } from '../kit/form/choices.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { labelInLanguage } from '../kit/form/label-in-language.ts';
import { RecordForm, useRecordForm } from '../kit/form/record-form.tsx';
import { nameOf, useProductNames } from '../products/product-names.ts';
import { useSaveCode } from './api.ts';
import { codeKindLabels, codeWayLabels, datesOf, effectOf, sentenceOf, titleOf } from './code-words.ts';
import {
  AUTOMATIC_KINDS,
  type CodeFields,
  type CodeValues,
  EMPTY_CODE,
  nameField,
  readValues,
  valuesOf,
  WAYS,
} from './values.ts';

type Props = {
  /** The code to change; a new one if omitted. */
  code?: DiscountCode | undefined;
  onClose: () => void;
};

/** Creates or changes a discount, with or without a code; a sentence says what it will do. */
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
  const productName = useProductNames({ isNeeded: true });
  return (
    <Dialog title={code ? editTitleOf(code) : m.admin_code_new()} onClose={onClose}>
      <RecordForm<DiscountCode, CodeFields>
        record={record}
        facts={(current) => [
          [m.admin_code_kind(), effectOf(current)],
          [m.admin_code_valid(), datesOf(current, new Date())],
        ]}
        sentenceOf={(fields) => sentenceOf(fields, productName)}
        submit={code ? m.admin_code_save() : m.admin_code_create()}
      >
        <NameAndEffect form={record.form} isNew={!code} />
        <ProductChoice form={record.form} />
        <CodeConditions form={record.form} />
      </RecordForm>
    </Dialog>
  );
}

const editTitleOf = (code: DiscountCode) =>
  code.isAutomatic ? titleOf(code) : m.admin_code_edit_title({ code: code.code });

/** How it applies, its code or its names, and its effect. */
function NameAndEffect({ form, isNew }: { form: UseFormReturn<CodeValues>; isNew: boolean }) {
  const { register, formState, watch } = form;
  const isAutomatic = watch('way') === 'automatic';
  const kinds = isAutomatic ? AUTOMATIC_KINDS : CODE_KINDS;
  const kind = kinds.find((each) => each === watch('kind')) ?? 'percent';
  const error = (field: keyof CodeValues) => issueText(formState.errors[field]?.message);
  return (
    <>
      {isNew && (
        <SelectField
          label={m.admin_code_way()}
          options={WAYS.map((way) => ({ value: way, label: codeWayLabels[way]() }))}
          {...register('way')}
        />
      )}
      {isAutomatic && (
        <div className="both-languages">
          {LANGUAGES.map((language) => (
            <TextField
              key={language}
              label={labelInLanguage(m.admin_code_name(), language)}
              lang={language}
              required
              autoComplete="off"
              maxLength={MAX_DISCOUNT_NAME}
              error={error(nameField(language))}
              {...register(nameField(language))}
            />
          ))}
        </div>
      )}
      {isNew && !isAutomatic && (
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
          options={kinds.map((kind) => ({ value: kind, label: codeKindLabels[kind]() }))}
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

/** The products that it is for. */
function ProductChoice({ form: { watch, setValue } }: { form: UseFormReturn<CodeValues> }) {
  const { data = [] } = useQuery<AdminProduct[]>({ queryKey: adminKeys.products });
  const language = getLanguage();
  const chosen = watch('products').split(',').filter(Boolean);
  const options = data
    .filter(({ id, state }) => state !== 'archived' || chosen.includes(id))
    .map((product) => ({ id: product.id, label: nameOf(product, language) }));
  return (
    <Choices
      path="products"
      label={m.admin_code_products()}
      hint={m.admin_code_products_hint()}
      options={options}
      value={chosen}
      onChange={(ids) => setValue('products', ids.join(), { shouldDirty: true })}
      state={NO_MESSAGES}
    />
  );
}

const NO_MESSAGES = { errorOf: () => undefined, noteOf: () => undefined };

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
