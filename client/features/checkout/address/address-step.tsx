import { type FormEvent, useEffect } from 'react';
import * as m from '#messages';
import { LANGUAGES } from '#shared/core/language.ts';
import { keptTextOfError } from '../../../lib/api-client.ts';
import { languageName } from '../../../lib/display-names.ts';
import { useLanguage } from '../../../lib/language.ts';
import { type Fields, useFields } from '../../../lib/use-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { fetchRates } from '../api.ts';
import type { AddressDraft, Checkout } from '../checkout-machine.ts';
import { dispatchCheckout, getCheckout } from '../checkout-store.ts';
import { closeWithError } from '../close-with-error.ts';
import { StepHeading } from '../step-heading.tsx';
import { useOneAtATime } from '../use-one-at-a-time.ts';
import { type AddressField, addressErrorText, findAddressErrors } from './address-rules.ts';
import { CodeField } from './code-field.tsx';
import { GiftFields } from './gift-fields.tsx';
import { RememberField } from './remember-field.tsx';
import { isUntouched, rememberedStore, toRemembered } from './remembered-address.ts';
import { US_STATES } from './us-states.ts';
import { usePlaceOfZip } from './use-place-of-zip.ts';

export function AddressStep(checkout: Extract<Checkout, { step: 'address' }>) {
  const { address } = checkout;
  const language = useLanguage();
  const errors = findAddressErrors(address);
  const isValid = Object.keys(errors).length === 0;
  const rates = useRates();
  const fillPlace = usePlaceOfZip();
  useRemembered();
  const fields = useFields<AddressField>({
    id: 'checkout',
    values: { ...address, preferredLanguage: address.preferredLanguage ?? language },
    errors,
    errorText: addressErrorText,
    onType: (name, value) => {
      const now = getCheckout();
      if (rates.isPending || now.step !== 'address') return;
      dispatchCheckout({ type: 'typed', address: { ...now.address, [name]: value } as AddressDraft });
      if (name === 'zipCode') fillPlace(now.address.zipCode, value);
    },
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (rates.isPending) return;
    fields.readSilent();
    const now = getCheckout();
    if (now.step !== 'address' || fields.showErrors(findAddressErrors(now.address))) return;
    if (rememberedStore.get()) rememberedStore.set(toRemembered(now.address));
    rates.run();
  }

  return (
    <form ref={fields.form} noValidate onSubmit={onSubmit} aria-labelledby="address-heading">
      <div id="address-heading">
        <StepHeading>{m.checkout_address_heading()}</StepHeading>
      </div>
      <AddressFields field={fields.field} isReadOnly={rates.isPending} />
      <GiftFields field={fields.field} address={address} isReadOnly={rates.isPending} />
      <CodeField checkout={checkout} isReadOnly={rates.isPending} readSilent={fields.readSilent} />
      <RememberField address={address} />
      <div className="mt-6 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-5">
        <Button
          type="submit"
          size="large"
          isBusy={rates.isPending}
          aria-disabled={!isValid || rates.isPending}
          className="aria-disabled:opacity-70"
        >
          {rates.isPending ? m.checkout_calculating() : m.checkout_calculate()}
        </Button>
        <p aria-live="polite" className="text-sm text-ink-soft">
          {fields.isIncomplete && m.checkout_incomplete()}
        </p>
      </div>
    </form>
  );
}

/** Fills a form in which nothing was typed with what this browser remembers. */
function useRemembered() {
  useEffect(() => {
    const now = getCheckout();
    const remembered = rememberedStore.get();
    if (now.step !== 'address' || !remembered || !isUntouched(now.address)) return;
    dispatchCheckout({ type: 'typed', address: { ...now.address, ...remembered } });
  }, []);
}

/** Fetches the rates of an address and goes to the next step. */
function useRates() {
  return useOneAtATime(async () => {
    const asked = getCheckout();
    if (asked.step !== 'address') return;
    const { lines, address, attempt, code } = asked;
    // The answer is ignored if the step, the address or the code text changed meanwhile; a checked code does not matter.
    const isAsked = () => {
      const now = getCheckout();
      return now.step === 'address' && now.address === address && now.attempt === attempt && now.code === code;
    };
    try {
      const quoted = await fetchRates(lines, address, { attempt, code });
      if (isAsked()) dispatchCheckout({ type: 'quoted', ...quoted });
    } catch (error) {
      if (isAsked()) closeWithError(keptTextOfError(error, m.checkout_rates_failed));
    }
  });
}

type FieldsProps = Pick<Fields<AddressField>, 'field'> & {
  /** While rates are fetched for the current values. */
  isReadOnly: boolean;
};

function AddressFields({ field, isReadOnly }: FieldsProps) {
  return (
    <div className="mt-6 grid grid-cols-6 gap-x-3 gap-y-5 sm:gap-x-5">
      <BuyerFields field={(name) => ({ ...field(name), readOnly: isReadOnly })} />
      <PlaceFields field={field} isReadOnly={isReadOnly} />
      <SelectField
        {...field('preferredLanguage')}
        label={m.checkout_language()}
        options={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        fieldClass="col-span-6 sm:col-span-3"
      />
    </div>
  );
}

function BuyerFields({ field }: Pick<FieldsProps, 'field'>) {
  return (
    <>
      <TextField
        {...field('fullName')}
        label={m.checkout_full_name()}
        autoComplete="shipping name"
        required
        fieldClass="col-span-6"
      />
      <TextField
        {...field('email')}
        label={m.checkout_email()}
        hint={m.checkout_email_hint()}
        type="email"
        inputMode="email"
        autoComplete="shipping email"
        required
        fieldClass="col-span-6 sm:col-span-3"
      />
      <TextField
        {...field('phone')}
        label={m.checkout_phone()}
        type="tel"
        autoComplete="shipping tel"
        required
        fieldClass="col-span-6 sm:col-span-3"
      />
    </>
  );
}

function PlaceFields({ field: choice, isReadOnly }: FieldsProps) {
  const field = (name: AddressField) => ({ ...choice(name), readOnly: isReadOnly });
  return (
    <>
      <TextField
        {...field('addressLine1')}
        label={m.checkout_address_line1()}
        autoComplete="shipping address-line1"
        required
        fieldClass="col-span-6"
      />
      <TextField
        {...field('addressLine2')}
        label={m.checkout_address_line2()}
        autoComplete="shipping address-line2"
        isOptional
        fieldClass="col-span-6"
      />
      <TextField
        {...field('zipCode')}
        label={m.checkout_zip()}
        inputMode="numeric"
        autoComplete="shipping postal-code"
        maxLength={20}
        required
        fieldClass="col-span-3 sm:col-span-2"
      />
      <TextField
        {...field('city')}
        label={m.checkout_city()}
        autoComplete="shipping address-level2"
        required
        fieldClass="col-span-3 sm:col-span-4 md:col-span-2"
      />
      <SelectField
        {...choice('state')}
        label={m.checkout_state()}
        autoComplete="shipping address-level1"
        required
        fieldClass="col-span-6 sm:col-span-3 md:col-span-2"
      >
        <option value="">{m.checkout_state_choose()}</option>
        {US_STATES.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}
