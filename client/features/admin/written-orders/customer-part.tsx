import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import { LANGUAGES } from '#shared/core/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { fieldOf } from '../kit/form/field-of.ts';
import { useKnownCustomers } from './api.ts';
import { type Contact, contactOf, type WrittenValues } from './values.ts';

type Props = { form: UseFormReturn<WrittenValues>; customer: string; onKnown: (contact: Contact) => void };

/** For whom: somebody who has ordered before, found by typing, or a new name. */
export function CustomerPart({ form, customer, onKnown }: Props) {
  const field = fieldOf(form);
  const isCollected = form.watch('way') === 'pickup';
  return (
    <>
      <KnownCustomers customer={customer} onKnown={onKnown} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={m.admin_correct_name()} autoComplete="off" maxLength={100} {...field('fullName')} />
        <TextField label={m.admin_fact_phone()} type="tel" autoComplete="off" maxLength={40} {...field('phone')} />
        <TextField label={m.admin_fact_email()} type="email" autoComplete="off" maxLength={254} {...field('email')} />
        <SelectField
          label={m.admin_inquiry_language()}
          options={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
          {...form.register('preferredLanguage')}
        />
        {!isCollected && (
          <>
            <TextField
              label={m.admin_correct_line_1()}
              fieldClass="sm:col-span-2"
              autoComplete="off"
              maxLength={120}
              {...field('addressLine1')}
            />
            <TextField
              label={m.admin_correct_line_2()}
              isOptional
              autoComplete="off"
              maxLength={120}
              {...field('addressLine2')}
            />
            <TextField label={m.admin_correct_city()} autoComplete="off" maxLength={80} {...field('city')} />
            <TextField label={m.admin_correct_state()} autoComplete="off" maxLength={40} {...field('state')} />
            <TextField
              label={m.admin_correct_zip()}
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              {...field('zipCode')}
            />
          </>
        )}
      </div>
    </>
  );
}

function KnownCustomers({ customer, onKnown }: Omit<Props, 'form'>) {
  const [typed, setTyped] = useState(customer);
  const found = useKnownCustomers(typed);
  const rows = typed.trim().length >= 2 ? (found.data ?? []) : [];
  const choose = (row: (typeof rows)[number]) => {
    onKnown(contactOf(row));
    setTyped('');
  };
  // Opened from a customer: her last order says the rest.
  const take = useEffectEvent(choose);
  const linked = typed === customer ? rows.find(({ email }) => email === customer) : undefined;
  useEffect(() => {
    if (linked) take(linked);
  }, [linked]);
  return (
    <div>
      <TextField
        label={m.admin_written_known()}
        hint={m.admin_written_known_hint()}
        type="search"
        data-autofocus
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {rows.length > 0 && (
        <ul className="mt-2 grid rounded-field border-2 border-line">
          {rows.map((row) => (
            <li key={row.email} className="border-line border-b last:border-0">
              <button
                type="button"
                className="grid min-h-11 w-full px-3 py-2 text-left hover:bg-tint"
                onClick={() => choose(row)}
              >
                <span className="font-semibold">{row.customerName}</span>
                <span className="text-[0.92rem] text-ink-soft wrap-anywhere">
                  {`${row.phone}, ${row.email}, ${row.addressLine1}, ${row.city}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
