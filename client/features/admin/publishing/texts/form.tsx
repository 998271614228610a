import { Link } from 'wouter';
import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import { faultOf, type TextGroup } from '#shared/content/text-keys.ts';
import type { AdminText, TextChange } from '#shared/content/texts.ts';
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#shared/core/language.ts';
import { getLanguage } from '../../../../lib/language.ts';
import { adminKeys } from '../../keys.ts';
import { StatusBadge } from '../../kit/status.tsx';
import { contentCalls } from '../content-calls.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { contentState, contentStates } from '../content-states.ts';
import { kindWords } from '../kinds.ts';
import { showUnfinished } from '../show-fault.ts';
import { Sentence } from './sentence.tsx';
import { groupNames, inBraces } from './words.ts';

/** The page whose preview shows the sentences of a group; those that appear only after a press have none. */
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
type Values = Record<Language, string>;
const pick = (text: Readonly<Values>): Values =>
  Object.fromEntries(LANGUAGES.map((language) => [language, text[language]])) as Values;

/** Languages in which the stored sentence differs from the input, with the stored text. */
const differences = (current: AdminText, values: Values): (readonly [string, string])[] =>
  LANGUAGES.filter((language) => current[language] !== values[language]).map((language) => [
    kindWords('text').fieldLabel(language),
    current[language],
  ]);

/** The error of the sentence in a language. */
function faultIn({ parameters }: AdminText, values: Values, language: Language): string | undefined {
  const fault = faultOf(values[language], parameters);
  if (fault === null) return undefined;
  const names = inBraces(fault.names);
  if (fault.code === 'placeholder_unknown') return m.admin_text_unknown({ names });
  if (fault.code === 'placeholder_missing') return m.admin_text_needs({ names });
  return fault.code === 'text_braces' ? m.admin_text_braces() : m.admin_missing_note();
}

const calls = contentCalls<AdminText, TextChange>(adminKeys.texts, {
  idOf: ({ key }) => key,
  undo: (saved) => m.admin_undo_policy({ name: saved[getLanguage()] || saved[FALLBACK_LANGUAGE] }),
  failed: m.admin_text_not_saved,
});

/** A sentence in all languages side by side; saved as a draft, or published. */
export default function TextForm({ text, onClose }: { text: AdminText; onClose: () => void }) {
  const { key, group } = text;
  const content = useContentForm({ key: `text:${key}`, row: text, valuesOf: pick, calls });
  const { values, refused, set } = content;
  const previewPath = PREVIEW_PATHS[group];

  return (
    <ContentForm
      content={content}
      title={groupNames[group]()}
      back={m.admin_text_back()}
      badge={<StatusBadge status={contentState(text)} labels={contentStates} />}
      onClose={onClose}
      fields={values}
      faultIn={() => LANGUAGES.find((language) => faultIn(text, values, language))}
      onFault={(language) => showUnfinished(`text.${language}`)}
      factsOf={(current) => differences(current, values)}
      thing={{ kind: 'text', id: key }}
      preview={previewPath === undefined ? null : { path: previewPath }}
      reset={
        contentState(text) !== 'default' && {
          name: m.admin_text_reset(),
          title: m.admin_text_reset_title(),
          text: m.admin_text_reset_text(),
        }
      }
    >
      <div className="both-languages">
        {LANGUAGES.map((language) => (
          <Sentence
            key={language}
            text={text}
            language={language}
            value={values[language]}
            error={refused[language] ?? faultIn(text, values, language)}
            onChange={(typed) => set(language, typed)}
          />
        ))}
      </div>
      <ShownElsewhere group={group} />
    </ContentForm>
  );
}

/** Where to see sentences that no preview shows. */
function ShownElsewhere({ group }: { group: TextGroup }) {
  if (group === 'mails') {
    return (
      <div>
        <p className="text-sm text-ink-soft">{m.admin_text_in_mails()}</p>
        <Link href={adminPath('emails')} className="text-button">
          {m.admin_tab_emails()}
        </Link>
      </div>
    );
  }
  return PREVIEW_PATHS[group] === undefined && <p className="text-sm text-ink-soft">{m.admin_text_unpreviewed()}</p>;
}
