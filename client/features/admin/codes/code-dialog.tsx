import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import { CODE_KINDS, type DiscountCode, MAX_DISCOUNT_NAME } from '#shared/checkout/codes.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { shopZone, zoneName } from '#shared/shipping/shop-zone.ts';
import { getLanguage } from '../../../lib/language.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Choices } from '../kit/form/choices.tsx';
import { fieldOf } from '../kit/form/field-of.ts';
import { labelInLanguage } from '../kit/form/label-in-language.ts';
import { RecordForm, useRecordForm } from '../kit/form/record-form.tsx';
import { useProducts } from '../products/api.ts';
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

type CodeForm = { form: UseFormReturn<CodeValues> };
const amount = { inputMode: 'decimal', autoComplete: 'off', maxLength: 9 } as const;
const count = { inputMode: 'numeric', autoComplete: 'off', maxLength: 7 } as const;

/** How it applies, its code or its names, and its effect. */
function NameAndEffect({ form, isNew }: CodeForm & { isNew: boolean }) {
  const { register, watch } = form;
  const isAutomatic = watch('way') === 'automatic';
  const kinds = isAutomatic ? AUTOMATIC_KINDS : CODE_KINDS;
  const kind = kinds.find((each) => each === watch('kind')) ?? 'percent';
  const field = fieldOf(form);
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
              maxLength={MAX_DISCOUNT_NAME}
              autoComplete="off"
              {...field(nameField(language))}
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
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          className="uppercase"
          autoComplete="off"
          {...field('code')}
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
            {...amount}
            {...field('value')}
          />
        )}
      </div>
    </>
  );
}

/** The products that it is for. */
function ProductChoice({ form: { watch, setValue } }: CodeForm) {
  const { data = [] } = useProducts();
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
function CodeConditions({ form }: CodeForm) {
  const zone = zoneName(shopZone(), getLanguage());
  const field = fieldOf(form);
  return (
    <>
      <TextField label={m.admin_code_minimum()} isOptional {...amount} {...field('minimum')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={m.admin_code_limit()} isOptional {...count} {...field('limit')} />
        <TextField label={m.admin_code_limit_person()} isOptional {...count} {...field('limitPerPerson')} />
        <TextField label={m.admin_code_starts({ zone })} isOptional type="datetime-local" {...field('startsAt')} />
        <TextField label={m.admin_code_ends({ zone })} isOptional type="datetime-local" {...field('endsAt')} />
      </div>
    </>
  );
}
