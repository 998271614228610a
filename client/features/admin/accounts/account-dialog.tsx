import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { get } from 'react-hook-form';
import * as m from '#messages';
import {
  type Account,
  MAX_ACCOUNT_NOTES,
  MAX_ADDRESSES,
  MAX_PEOPLE,
  TERMS,
  type Terms,
} from '#shared/accounts/accounts.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { US_STATE_CODES, US_STATES } from '#shared/places/us-states.ts';
import { languageName } from '../../../lib/display-names.ts';
import { getLanguage } from '../../../lib/language.ts';
import { SelectField, TextAreaField, TextField } from '../../../ui/form.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { AddButton } from '../kit/form/add-button.tsx';
import { fieldOf } from '../kit/form/field-of.ts';
import { Fold } from '../kit/form/fold.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { OrderedRows } from '../kit/form/ordered-rows.tsx';
import { RecordForm, useRecordForm } from '../kit/form/record-form.tsx';
import { formatCents } from '../kit/format.ts';
import { addressLines, termsLabels } from './account-words.ts';
import { useSaveAccount } from './api.ts';
import {
  type AccountFields,
  type AccountValues,
  type AddressValues,
  EMPTY_ACCOUNT,
  EMPTY_ADDRESS,
  emptyPerson,
  type PersonValues,
  readValues,
  snapshotOf,
  valuesOf,
} from './values.ts';

type Props = {
  /** The account to change; a new one if omitted. */
  account?: Account | undefined;
  onSaved?: (account: Account) => void;
  onClose: () => void;
};

/** Creates or changes a wholesale account. */
export default function AccountDialog({ account, onSaved, onClose }: Props) {
  const save = useSaveAccount(account?.id ?? null, (saved) => {
    record.draft.leave();
    onSaved?.(saved);
  });
  const record = useRecordForm<AccountValues, Account, AccountFields>({
    key: `account:${account?.id ?? 'new'}`,
    row: account,
    empty: EMPTY_ACCOUNT,
    valuesOf,
    snapshotOf,
    readValues,
    save,
    onClose,
  });
  const { form } = record;
  return (
    <Dialog title={account ? m.admin_trade_edit_title({ name: account.name }) : m.admin_trade_new()} onClose={onClose}>
      <FocusOnError submits={form.formState.submitCount} />
      <RecordForm<Account, AccountFields>
        record={record}
        facts={(current) => [
          [m.admin_trade_name(), current.name],
          [m.admin_trade_terms(), current.terms && termsLabels[current.terms]()],
          [m.admin_trade_people(), current.people.map(({ email }) => email).join(', ')],
          [m.admin_trade_addresses(), current.addresses.map((each) => addressLines(each).join(', ')).join(' · ')],
        ]}
        sentenceOf={sentenceOf}
        submit={account ? m.admin_trade_save() : m.admin_trade_create()}
      >
        <TextField
          label={m.admin_trade_name()}
          required
          data-autofocus={!account || undefined}
          maxLength={120}
          {...fieldOf(form)('name')}
        />
        <People form={form} />
        <Addresses form={form} />
        <TradeFields form={form} />
        <CertificateFields form={form} />
        <TextAreaField
          label={m.admin_trade_notes()}
          hint={m.admin_trade_notes_hint()}
          isOptional
          rows={3}
          maxLength={MAX_ACCOUNT_NOTES}
          {...fieldOf(form)('notes')}
        />
      </RecordForm>
    </Dialog>
  );
}

const termsSentences: Readonly<Record<Terms, () => string>> = {
  prepaid: m.admin_trade_sentence_prepaid,
  net15: m.admin_trade_sentence_net15,
  net30: m.admin_trade_sentence_net30,
};

function sentenceOf({ terms = 'prepaid', minimumCents, creditLimitCents }: AccountFields): string {
  return [
    termsSentences[terms](),
    minimumCents && m.admin_trade_sentence_minimum({ amount: formatCents(minimumCents) }),
    creditLimitCents && m.admin_trade_sentence_credit({ amount: formatCents(creditLimitCents) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Rows are not registered fields, which the form would focus after a refused save. */
function FocusOnError({ submits }: { submits: number }) {
  const here = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each save
  useEffect(() => {
    here.current?.closest('dialog')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submits]);
  return <span ref={here} hidden />;
}

type AccountForm = { form: UseFormReturn<AccountValues> };

/** Rows of a list in the form. An edit clears the list's errors, which nothing else would. */
function useRowsOf<Name extends 'people' | 'addresses'>(form: AccountForm['form'], name: Name) {
  return {
    rows: form.watch(name) as AccountValues[Name],
    set: (rows: AccountValues[Name]) => {
      form.clearErrors(name);
      form.setValue(name as 'people', rows as PersonValues[], { shouldDirty: true });
    },
    errorOf: (index: number, field: string) =>
      issueText((get(form.formState.errors, `${name}.${index}.${field}`) as { message?: string } | undefined)?.message),
  };
}

function People({ form }: AccountForm) {
  const { rows, set, errorOf } = useRowsOf(form, 'people');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{m.admin_trade_people()}</legend>
      <OrderedRows<PersonValues>
        rows={rows}
        onChange={set}
        nameOf={({ name }, i) => name || m.admin_trade_person({ number: i + 1 })}
      >
        {(row, i, change) => (
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label={m.admin_trade_person_name()}
              required
              maxLength={100}
              autoComplete="off"
              value={row.name}
              error={errorOf(i, 'name')}
              onChange={({ target }) => change({ ...row, name: target.value })}
            />
            <TextField
              label={m.admin_fact_email()}
              required
              type="email"
              maxLength={254}
              autoComplete="off"
              value={row.email}
              error={errorOf(i, 'email')}
              onChange={({ target }) => change({ ...row, email: target.value })}
            />
            <TextField
              label={m.admin_fact_phone()}
              isOptional
              type="tel"
              maxLength={40}
              autoComplete="off"
              value={row.phone}
              error={errorOf(i, 'phone')}
              onChange={({ target }) => change({ ...row, phone: target.value })}
            />
            <SelectField
              label={m.admin_inquiry_language()}
              value={row.language}
              options={LANGUAGES.map((language) => ({ value: language, label: languageName(language) }))}
              onChange={({ target }) => change({ ...row, language: target.value as PersonValues['language'] })}
            />
          </div>
        )}
      </OrderedRows>
      {rows.length < MAX_PEOPLE && (
        <AddButton onClick={() => set([...rows, emptyPerson(getLanguage())])}>{m.admin_trade_person_add()}</AddButton>
      )}
    </fieldset>
  );
}

const STATES = US_STATE_CODES.map((code) => ({ value: code as string, label: US_STATES[code] }));

function Addresses({ form }: AccountForm) {
  const { rows, set, errorOf } = useRowsOf(form, 'addresses');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{m.admin_trade_addresses()}</legend>
      <OrderedRows<AddressValues>
        rows={rows}
        onChange={set}
        nameOf={({ label, addressLine1 }, i) => label || addressLine1 || m.admin_trade_address({ number: i + 1 })}
      >
        {(row, i, change) => {
          const field = (name: keyof AddressValues) => ({
            value: row[name],
            error: errorOf(i, name),
            autoComplete: 'off',
            onChange: ({ target }: { target: { value: string } }) => change({ ...row, [name]: target.value }),
          });
          return (
            <div className="grid gap-3 sm:grid-cols-2">
              <TextField label={m.admin_trade_address_label()} isOptional maxLength={80} {...field('label')} />
              <TextField label={m.admin_trade_address_line1()} required maxLength={120} {...field('addressLine1')} />
              <TextField label={m.admin_trade_address_line2()} isOptional maxLength={120} {...field('addressLine2')} />
              <TextField label={m.admin_trade_city()} required maxLength={80} {...field('city')} />
              <SelectField label={m.admin_trade_state()} options={STATES} {...field('state')} />
              <TextField
                label={m.admin_trade_zip()}
                required
                inputMode="numeric"
                maxLength={20}
                {...field('zipCode')}
              />
            </div>
          );
        }}
      </OrderedRows>
      {rows.length < MAX_ADDRESSES && (
        <AddButton onClick={() => set([...rows, EMPTY_ADDRESS])}>{m.admin_trade_address_add()}</AddButton>
      )}
    </fieldset>
  );
}

const amount = { inputMode: 'decimal', autoComplete: 'off', maxLength: 12 } as const;

function TradeFields({ form }: AccountForm) {
  const field = fieldOf(form);
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <SelectField
        label={m.admin_trade_terms()}
        options={TERMS.map((terms) => ({ value: terms, label: termsLabels[terms]() }))}
        {...form.register('terms')}
      />
      <TextField label={m.admin_trade_minimum()} isOptional {...amount} {...field('minimum')} />
      <TextField label={m.admin_trade_credit()} isOptional {...amount} {...field('creditLimit')} />
    </div>
  );
}

function CertificateFields({ form }: AccountForm) {
  const field = fieldOf(form);
  const { errors } = form.formState;
  const typed = form.watch(['certificateNumber', 'certificateState', 'certificateEndsOn']);
  return (
    <Fold
      summary={m.admin_trade_certificate()}
      isNeeded={typed.some(Boolean) || Boolean(errors.certificateNumber ?? errors.certificateState)}
    >
      <p className="mb-4 text-ink-soft">{m.admin_trade_certificate_hint()}</p>
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          label={m.admin_trade_certificate_number()}
          isOptional
          maxLength={40}
          autoComplete="off"
          {...field('certificateNumber')}
        />
        <SelectField
          label={m.admin_trade_certificate_state()}
          options={[{ value: '', label: m.admin_tax_state_choose() }, ...STATES]}
          {...field('certificateState')}
        />
        <TextField label={m.admin_trade_certificate_end()} isOptional type="date" {...field('certificateEndsOn')} />
      </div>
    </Fold>
  );
}
