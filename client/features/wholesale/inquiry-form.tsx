import { type FormEvent, useEffect, useState } from 'react';
import * as m from '#messages';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { STORE_TYPES } from '#shared/stores/store-types.ts';
import { languageName } from '../../lib/display-names.ts';
import { useLanguage } from '../../lib/language.ts';
import { lazyImport } from '../../lib/lazy/lazy-import.ts';
import { storeTypeText } from '../../lib/store-type.ts';
import { type Fields, useFields } from '../../lib/use-fields.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import type { InquiryDraft, InquiryField } from './inquiry-draft.ts';

// The schema is larger than the form, so it is loaded, together with the call, when somebody starts to type.
const rules = lazyImport(() => import('./inquiry-rules.ts'));
/** Loaded before the inquiry is sent, so that it is ready when the answer arrives. */
export const thanks = lazyImport(() => import('./inquiry-thanks.tsx'));
type Draft = Omit<InquiryDraft, 'preferredLanguage'> & { preferredLanguage: string | null };
const EMPTY: Draft = {
  businessName: '',
  contactName: '',
  email: '',
  phone: '',
  storeType: '',
  location: '',
  message: '',
  preferredLanguage: null,
  website: '',
};
/** Outside of React, so that the form keeps its input when it is mounted again, also after a failure. */
let kept = EMPTY;

const withLanguage = (draft: Draft, language: Language): InquiryDraft => ({
  ...draft,
  preferredLanguage: draft.preferredLanguage ?? language,
});

/** The form's state. Its rules are loaded when somebody starts to type, at the latest on submit. */
function useInquiry(onSent: () => void) {
  const language = useLanguage();
  const [isHydrated, setHydrated] = useState(false);
  const [draft, showDraft] = useState(kept);
  const setDraft = (next: Draft) => {
    kept = next;
    showDraft(next);
  };
  const [isSubmitting, setSubmitting] = useState(false);
  const inquiry = withLanguage(draft, language);
  const [known, setKnown] = useState(rules.loaded);
  const learn = () => void rules.load().then(setKnown, () => {});
  const fields = useFields<InquiryField>({
    id: 'inquiry',
    values: inquiry,
    errors: known?.findInquiryErrors(inquiry) ?? {},
    errorText: (name, code) => known?.inquiryErrorText(name, code),
    onType: (name, value) => setDraft({ ...kept, [name]: value }),
  });

  // Text that was typed before hydration exists only in the fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is hydrated
  useEffect(() => {
    setHydrated(true);
    const written = [...(fields.form.current?.elements ?? [])] as HTMLInputElement[];
    const early = written.filter(
      ({ name, value }) => name in EMPTY && value !== (EMPTY[name as InquiryField] ?? language),
    );
    if (early.length === 0) return;
    setDraft({ ...EMPTY, ...Object.fromEntries(early.map(({ name, value }) => [name, value])) });
    learn();
  }, []);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting) return;
    fields.readSilent();
    setSubmitting(true);
    try {
      const [code, { raiseThanks }] = await Promise.all([rules.load(), thanks.load()]);
      setKnown(code);
      const written = withLanguage(kept, language);
      if (fields.showErrors(code.findInquiryErrors(written))) return;
      await code.sendInquiry(written);
      setDraft(EMPTY);
      raiseThanks();
      onSent();
    } catch {
      toast({ title: m.inquiry_error_title, description: m.inquiry_error_text, variant: 'destructive' });
    } finally {
      setSubmitting(false);
    }
  }

  return { fields, draft, setDraft, learn, isHydrated, isSubmitting, onSubmit };
}

/** The wholesale inquiry (docs/specification.md#wholesale-inquiry). */
export function InquiryForm({ onSent }: { onSent: () => void }) {
  const { fields, draft, setDraft, learn, isHydrated, isSubmitting, onSubmit } = useInquiry(onSent);

  return (
    <form
      ref={fields.form}
      method="post"
      noValidate
      onSubmit={onSubmit}
      onFocus={learn}
      aria-labelledby="inquiry-heading"
      className="grid gap-5 sm:grid-cols-2"
    >
      <InquiryFields field={fields.field} />
      <RobotTrap value={draft.website} onType={(website) => setDraft({ ...draft, website })} />
      <div className="grid gap-3 sm:col-span-2 sm:justify-items-start">
        <Button type="submit" size="large" disabled={!isHydrated || isSubmitting} isBusy={isSubmitting}>
          {isSubmitting ? m.inquiry_submitting() : m.inquiry_submit()}
        </Button>
        <p role="alert" className="text-sm font-semibold text-brand empty:hidden">
          {fields.isIncomplete ? m.inquiry_incomplete() : ''}
        </p>
      </div>
    </form>
  );
}

function InquiryFields({ field }: Pick<Fields<InquiryField>, 'field'>) {
  return (
    <>
      <TextField
        {...field('businessName')}
        label={m.inquiry_business_name()}
        autoComplete="organization"
        required
        fieldClass="sm:col-span-2"
      />
      <TextField
        {...field('contactName')}
        label={m.inquiry_contact_name()}
        autoComplete="name"
        required
        fieldClass="sm:col-span-2"
      />
      <TextField {...field('email')} label={m.inquiry_email()} type="email" autoComplete="email" required />
      <TextField {...field('phone')} label={m.inquiry_phone()} type="tel" autoComplete="tel" required />
      <SelectField
        {...field('storeType')}
        label={m.inquiry_store_type()}
        required
        options={[
          { value: '', label: m.inquiry_store_type_choose() },
          ...STORE_TYPES.map((value) => ({ value, label: storeTypeText(value) })),
        ]}
      />
      <TextField
        {...field('location')}
        label={m.inquiry_location()}
        hint={m.inquiry_location_hint()}
        autoComplete="address-line1"
        required
      />
      <TextAreaField
        {...field('message')}
        label={m.inquiry_message()}
        hint={m.inquiry_message_hint()}
        isOptional
        maxLength={2000}
        fieldClass="sm:col-span-2"
      />
      <SelectField
        {...field('preferredLanguage')}
        label={m.inquiry_language()}
        options={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
      />
    </>
  );
}

/** A hidden field: people leave it empty, robots fill it. */
function RobotTrap({ value, onType }: { value: string; onType: (value: string) => void }) {
  return (
    <div hidden>
      <label>
        <span>{m.inquiry_trap()}</span>
        <input
          type="text"
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      </label>
    </div>
  );
}
