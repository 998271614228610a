import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as m from '#messages';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import type { Lot } from '#shared/lots/lots.ts';
import {
  MAX_NOTICE,
  MAX_RECALL_SUBJECT,
  MAX_RECALL_TEXT,
  type Recall,
  type RecallFound,
  type RecallPreview,
} from '#shared/lots/recalls.ts';
import { languageName } from '../../../lib/display-names.ts';
import { getLanguage } from '../../../lib/language.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form.tsx';
import MailView from '../emails/mail-view.tsx';
import { SaveError } from '../kit/detail/change-error.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Check } from '../kit/form/check.tsx';
import { fieldOf } from '../kit/form/field-of.ts';
import { Fold } from '../kit/form/fold.tsx';
import { labelInLanguage } from '../kit/form/label-in-language.ts';
import { FormSection } from '../kit/form/section.tsx';
import { formatCount } from '../kit/format.ts';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { useProducts } from '../products/api.ts';
import { nameOf } from '../products/product-names.ts';
import { Switch } from '../publishing/switch.tsx';
import { dayText } from './day-text.ts';
import { useFound, usePreviewRecall, useStartRecall } from './recall-api.ts';
import { emptyRecall, maybeOf, type RecallText, type RecallValues, readRecall, textField } from './recall-values.ts';
import { RecalledOrders } from './recalled-orders.tsx';

type Props = {
  /** The lot to recall; a product is chosen without one. */
  lot: Lot | null;
  lots: readonly Lot[];
  onStarted: (recall: Recall) => void;
  onClose: () => void;
};

/** Recalls a lot or a product: who got it, the words in both languages, the mail as it will be, and one press. */
export default function RecallDialog({ lot, lots, onStarted, onClose }: Props) {
  const form = useForm<RecallValues>({ defaultValues: emptyRecall(lot?.productId ?? '', lot?.id ?? '') });
  const draft = useDraft<RecallValues>({ key: `recall:${lot?.id ?? 'product'}`, form, onClose });
  const [id] = useState(randomUuid);
  const values = form.watch();
  const found = useFound({ ...values, lotId: values.lotId || null, maybe: maybeOf(values) });
  const preview = usePreviewRecall();
  const start = useStartRecall((recall) => {
    draft.leave();
    onStarted(recall);
  });
  const typed = JSON.stringify(values);
  const [previewed, setPreviewed] = useState('');
  const isPreviewed = previewed === typed && preview.isSuccess;
  const onSubmit = form.handleSubmit(() => {
    const read = readRecall(values);
    if ('errors' in read) {
      for (const [i, { field, issue }] of read.errors.entries()) {
        form.setError(field, { message: issue }, { shouldFocus: i === 0 });
      }
      return;
    }
    const input = { id, ...read.input };
    if (isPreviewed) return start.mutate(input);
    preview.mutate(input, { onSuccess: () => setPreviewed(typed) });
  });
  const isPending = preview.isPending || start.isPending;
  return (
    <Dialog
      title={lot ? m.admin_recall_title_lot({ code: lot.code }) : m.admin_recall_title()}
      description={m.admin_recall_text()}
      className="max-w-4xl!"
      onClose={onClose}
    >
      <form noValidate className="mt-5 grid gap-5" onSubmit={onSubmit}>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <Scope form={form} lots={lots} />
        <Included form={form} />
        {found.data && values.productId !== '' && <Found found={found.data} isUnsentToo={values.isUnsentToo} />}
        <Words form={form} />
        {isPreviewed && preview.data && <MailPreview mails={preview.data} />}
        <SaveError error={preview.error ?? start.error} />
        <div className="flex flex-wrap items-center justify-end gap-3">
          <Button size="small" variant="quiet" onClick={draft.leave}>
            {m.admin_cancel()}
          </Button>
          <Button type="submit" size="small" variant={isPreviewed ? 'danger' : 'primary'} isPending={isPending}>
            {isPreviewed ? sendText(found.data, values.isUnsentToo) : m.admin_recall_preview()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function sendText(found: RecallFound | undefined, isUnsentToo: boolean): string {
  // How many people the unsent orders add is not known before.
  if (!found || (isUnsentToo && found.unsent > 0)) return m.admin_recall_send_all();
  if (found.people === 0) return m.admin_recall_lot();
  if (found.people === 1) return m.admin_recall_send_one();
  return m.admin_recall_send({ count: formatCount(found.people) });
}

type FormProps = { form: UseFormReturn<RecallValues> };

/** One lot, or all lots of a product. */
function Scope({ form, lots }: FormProps & { lots: readonly Lot[] }) {
  const { data: products = [] } = useProducts();
  const { register, watch, setValue, formState } = form;
  const productId = watch('productId');
  const listed = products.filter(({ components }) => components.length === 0);
  const free = lots.filter((lot) => lot.productId === productId && lot.recallId === null);
  const product = register('productId', { onChange: () => setValue('lotId', '') });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label={m.admin_lot_product()}
        required
        error={formState.errors.productId && m.admin_recall_choose_product()}
        {...product}
        options={[
          { value: '', label: m.admin_product_component_choose() },
          ...listed.map((each) => ({ value: each.id, label: nameOf(each, getLanguage()) })),
        ]}
      />
      <SelectField
        label={m.admin_recall_what()}
        {...register('lotId')}
        options={[
          { value: '', label: m.admin_recall_whole() },
          ...free.map(({ id, code, bestBy }) => ({
            value: id,
            label: m.admin_lots_field({ code, day: dayText(bestBy) }),
          })),
        ]}
      />
    </div>
  );
}

/** Which orders are written to, besides those with a recorded lot. */
function Included({ form }: FormProps) {
  const { register, watch } = form;
  const field = fieldOf(form);
  return (
    <div className="grid gap-3">
      <div className="grid">
        <Check {...register('isMaybe')}>{m.admin_recall_maybe()}</Check>
        <Check {...register('isUnsentToo')}>{m.admin_recall_unsent_too()}</Check>
      </div>
      {watch('isMaybe') && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField type="date" label={m.admin_recall_from()} {...field('from')} />
          <TextField type="date" label={m.admin_recall_to()} {...field('to')} />
        </div>
      )}
    </div>
  );
}

function Found({ found, isUnsentToo }: { found: RecallFound; isUnsentToo: boolean }) {
  const { sure, maybe, unsent, people, orders } = found;
  const [all, some] = [formatCount(sure + maybe), formatCount(orders.length)];
  return (
    <section aria-label={m.admin_recall_found()} className="grid gap-2 rounded-field bg-tint/60 px-4 py-3">
      <p role="status" className="font-semibold">
        {m.admin_recall_found_people({ count: formatCount(people), orders: formatCount(sure + maybe - unsent) })}
      </p>
      <ul className="text-[0.95rem]">
        <li>{m.admin_recall_found_sure({ count: formatCount(sure) })}</li>
        {maybe > 0 && <li>{m.admin_recall_found_maybe({ count: formatCount(maybe) })}</li>}
        {unsent > 0 && (
          <li>
            {isUnsentToo
              ? m.admin_recall_found_unsent_too({ count: formatCount(unsent) })
              : m.admin_recall_found_unsent({ count: formatCount(unsent) })}
          </li>
        )}
      </ul>
      {orders.length > 0 && (
        <Fold summary={m.admin_recall_orders({ shown: some, count: all })}>
          <RecalledOrders orders={orders} />
        </Fold>
      )}
    </section>
  );
}

/** The owner's words in every language; the notice is optional. */
function Words({ form }: FormProps) {
  const field = fieldOf(form);
  const both = (text: RecallText, label: string, max: number, rows?: number) => (
    <div className="both-languages">
      {LANGUAGES.map((language) => {
        const props = {
          lang: language,
          label: labelInLanguage(label, language),
          maxLength: max,
          autoComplete: 'off',
          ...field(textField(text, language)),
        };
        return rows === undefined ? (
          <TextField key={language} required {...props} />
        ) : (
          <TextAreaField key={language} rows={rows} isOptional={text === 'notice'} {...props} />
        );
      })}
    </div>
  );
  return (
    <>
      <FormSection title={m.admin_recall_mail()} hint={m.admin_recall_mail_hint()}>
        {both('subject', m.admin_template_subject(), MAX_RECALL_SUBJECT)}
        {both('reason', m.admin_recall_reason(), MAX_RECALL_TEXT, 4)}
        {both('todo', m.admin_recall_todo(), MAX_RECALL_TEXT, 4)}
      </FormSection>
      <FormSection title={m.admin_recall_notice()} hint={m.admin_recall_notice_hint()}>
        {both('notice', m.admin_recall_notice_text(), MAX_NOTICE, 2)}
      </FormSection>
    </>
  );
}

function MailPreview({ mails }: { mails: RecallPreview }) {
  const [language, setLanguage] = useState<Language>(getLanguage());
  return (
    <section aria-label={m.admin_preview()} className="grid gap-3">
      <div>
        <Switch
          label={m.admin_preview()}
          options={LANGUAGES.map((each) => [each, languageName(each)] as const)}
          value={language}
          onChange={setLanguage}
        />
      </div>
      <div>
        <MailView {...mails[language]} />
      </div>
    </section>
  );
}
