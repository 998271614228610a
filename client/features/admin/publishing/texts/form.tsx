import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { sections } from '#brand/sections.ts';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import { faultOf, type TextGroup } from '#shared/content/text-keys.ts';
import type { AdminText } from '#shared/content/texts.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { kindWords } from '../kinds.ts';
import { PanelHead } from '../panel-head.tsx';
import { showUnfinished } from '../show-unfinished.ts';
import { textCalls } from './api.ts';
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

type Props = { text: AdminText; badge: ReactNode; onClose: () => void };

/** A sentence in all languages side by side; saved as a draft, or published. */
export default function TextForm({ text, badge, onClose }: Props) {
  const { key, group } = text;
  const content = useContentForm({ key: `text:${key}`, row: text, valuesOf: pick, calls: textCalls });
  const { values, refused, set } = content;
  const previewPath = PREVIEW_PATHS[group];

  return (
    <section aria-labelledby="text-title" className="panel policy-form">
      <PanelHead
        id="text-title"
        title={groupNames[group]()}
        back={m.admin_text_back()}
        badge={badge}
        onClose={onClose}
      />
      <ContentForm
        content={content}
        labelledBy="text-title"
        className="grid gap-5"
        fields={values}
        faultIn={() => LANGUAGES.find((language) => faultIn(text, values, language))}
        onFault={(language) => showUnfinished(`text.${language}`)}
        factsOf={(current) => differences(current, values)}
        thing={{ kind: 'text', id: key }}
        preview={previewPath === undefined ? null : { path: previewPath }}
        reset={
          text.isCustom || text.changed.length > 0
            ? { name: m.admin_text_reset(), title: m.admin_text_reset_title(), text: m.admin_text_reset_text() }
            : null
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
    </section>
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
