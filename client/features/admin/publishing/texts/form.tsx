import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import { faultOf, type TextGroup } from '#shared/content/text-keys.ts';
import { type AdminText, MAX_TEXT } from '#shared/content/texts.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { TextAreaField } from '../../../../ui/form.tsx';
import { toast } from '../../../../ui/toast.ts';
import type { Snapshot } from '../../kit/drafts.ts';
import { fieldId, focusField } from '../../kit/form/field-state.ts';
import { Chips, FilledIn, insertAtCursor } from '../../kit/form/filled-in.tsx';
import { labelInLanguage } from '../../kit/form/label-in-language.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { useFacts } from '../facts/use-facts.ts';
import { factFillers } from '../fillers.ts';
import { kindWords } from '../kinds.ts';
import { deleteText, putText, useSaveText } from './api.ts';
import { groupNames, inBraces } from './words.ts';

/** The page on which a preview shows the sentences of a place; what comes up after a press has none. */
const PREVIEW_PATHS: Partial<Record<TextGroup, string>> = {
  home: '/',
  about: '/about',
  product: '/product',
  shop: '/shop',
  item: '/shop',
  ...(sections.wholesale && { wholesale: '/wholesale', stores: '/wholesale' }),
  contact: '/contact',
  policies: '/policies/refunds',
  stories: '/stories',
  missing: '/404',
  everywhere: '/',
};
/** From here on a sentence may need another line where it stands. */
const MUCH_LONGER = 1.3;

type Values = Record<Language, string>;
const pick = (text: Readonly<Values>): Values =>
  Object.fromEntries(LANGUAGES.map((language) => [language, text[language]])) as Values;
const snapshotOf = (text: AdminText): Snapshot => pick(text);

type Props = { text: AdminText; badge: ReactNode; onClose: () => void };

/** A sentence in all languages side by side; saved as a draft, or published. */
export default function TextForm({ text, badge, onClose }: Props) {
  const { key, group, parameters } = text;
  const known = useFacts().data?.published;
  const content = useContentForm({ key: `text:${key}`, row: text, valuesOf: pick, snapshotOf, change: useSaveText() });
  const { setValue } = content.form;
  const { values, refused } = content;
  const previewPath = PREVIEW_PATHS[group];

  const faultIn = (language: Language): string | undefined => {
    const fault = faultOf(values[language], parameters);
    if (fault === null) return undefined;
    const names = inBraces(fault.names);
    if (fault.code === 'placeholder_unknown') return m.admin_text_unknown({ names });
    if (fault.code === 'placeholder_missing') return m.admin_text_needs({ names });
    return fault.code === 'text_braces' ? m.admin_text_braces() : m.admin_missing_note();
  };
  const lengthIn = (language: Language): string => {
    const count = fillBrandWords(values[language], language, known).length;
    const before = fillBrandWords(text.default[language], language, known).length;
    return count > before * MUCH_LONGER ? m.admin_text_long({ count, before }) : m.admin_text_length({ count, before });
  };
  const write = (language: Language, typed: string) => setValue(language, typed, { shouldDirty: true });
  const insert = (language: Language, name: string) => {
    const typed = insertAtCursor(`text.${language}`, inBraces([name]));
    if (typed !== null) write(language, typed);
  };

  function onSave(isPublished: boolean): void {
    const first = LANGUAGES.find(faultIn);
    if (first !== undefined) {
      toast({ title: m.admin_policy_unfinished(), variant: 'destructive' });
      focusField(`text.${first}`);
      return;
    }
    const publish = isPublished && { publish: true as const };
    content.save(isPublished, (version) => putText(key, { ...values, version, ...publish }));
  }

  return (
    <section aria-labelledby="text-title" className="panel policy-form">
      <button type="button" className="text-button justify-self-start" onClick={onClose}>
        {m.admin_text_back()}
      </button>
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="text-title">{groupNames[group]()}</h2>
        {badge}
      </div>
      <ContentForm<AdminText>
        content={content}
        labelledBy="text-title"
        className="grid gap-5"
        onSave={onSave}
        factsOf={(current) =>
          LANGUAGES.filter((language) => current[language] !== values[language]).map(
            (language) => [kindWords('text').fieldLabel(language), current[language]] as const,
          )
        }
        preview={previewPath === undefined ? null : { path: previewPath }}
        reset={
          text.isCustom || text.changed.length > 0
            ? {
                name: m.admin_text_reset(),
                title: m.admin_text_reset_title(),
                text: m.admin_text_reset_text(),
                run: (onSettled) => content.reset(() => deleteText(text), onSettled),
              }
            : null
        }
      >
        <div className="both-languages">
          {LANGUAGES.map((language) => (
            <div key={language} className="grid content-start gap-2">
              <TextAreaField
                id={fieldId(`text.${language}`)}
                label={labelInLanguage(m.admin_text_label(), language)}
                lang={language}
                rows={Math.min(8, 2 + Math.floor(text.default[language].length / 60))}
                maxLength={MAX_TEXT}
                value={values[language]}
                hint={lengthIn(language)}
                error={refused[language] ?? faultIn(language)}
                // A sentence is one line wherever it stands; what is pasted may have several.
                onChange={(event) => write(language, event.target.value.replace(/\s*\n\s*/g, ' '))}
              />
              {parameters.length > 0 && (
                <Chips
                  label={labelInLanguage(m.admin_placeholders(), language)}
                  chips={parameters.map((name) => ({ name, shown: name }))}
                  onInsert={(name) => insert(language, name)}
                />
              )}
              <FilledIn
                path={`text.${language}`}
                language={language}
                text={values[language]}
                fillers={factFillers(language, known)}
                written={(name) => inBraces([name])}
                onChange={(typed) => write(language, typed)}
              />
              {values[language] !== text.default[language] && (
                <p lang={language} className="text-sm text-ink-soft">
                  {m.admin_text_came({ text: text.default[language] })}
                </p>
              )}
            </div>
          ))}
        </div>
        {group === 'mails' ? (
          <div>
            <p className="text-sm text-ink-soft">{m.admin_text_in_mails()}</p>
            <Link href={`${ADMIN_SCREEN_PATHS.emails}?view=templates`} className="text-button">
              {m.admin_tab_emails()}
            </Link>
          </div>
        ) : (
          previewPath === undefined && <p className="text-sm text-ink-soft">{m.admin_text_unpreviewed()}</p>
        )}
      </ContentForm>
    </section>
  );
}
