import { useLocation } from 'wouter';
import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import { TEXTS_ROW, type TextGroup } from '#shared/content/text-keys.ts';
import type { Language } from '#shared/core/language.ts';
import { type EmailTemplate, TEMPLATE_KEYS, type TemplateKey } from '#shared/emails/emails.ts';
import { languageName } from '../../../lib/display-names.ts';
import { formatDay } from '../kit/format.ts';
import { askToLeave } from '../kit/unsaved.ts';
import { templateLabel, templatePurpose } from './template-labels.ts';

/** The list of texts, filtered to the words around the templates. */
const WORDS_PATH = `${ADMIN_SCREEN_PATHS.site}/${TEXTS_ROW}?place=${'mails' satisfies TextGroup}`;

type Props = {
  saved: readonly EmailTemplate[];
  /** The default language is the one being edited. */
  onChoose: (template: TemplateKey, language?: Language) => void;
};

/** All templates with their purpose, and those that the owner has saved. */
export default function TemplateLists({ saved, onChoose }: Props) {
  const [, navigate] = useLocation();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <section className="rounded-card bg-white p-5 shadow-card sm:p-6" aria-labelledby="templates-info">
        <h3 id="templates-info" className="font-sans text-[1.05rem] font-bold text-ink">
          {m.admin_templates_info()}
        </h3>
        <ul className="mt-3 grid gap-3">
          {TEMPLATE_KEYS.map((key) => (
            <li key={key}>
              <button type="button" className="text-button min-h-0!" onClick={() => onChoose(key)}>
                {templateLabel(key)}
              </button>
              <p className="text-[0.92rem] text-ink-soft">{templatePurpose(key)}</p>
            </li>
          ))}
        </ul>
        <p className="mt-5 text-[0.92rem] text-ink-soft">{m.admin_templates_words()}</p>
        <button type="button" className="text-button" onClick={() => askToLeave(() => navigate(WORDS_PATH))}>
          {m.admin_templates_words_open()}
        </button>
      </section>
      <SavedTemplates saved={saved} onChoose={onChoose} />
    </div>
  );
}

function SavedTemplates({ saved, onChoose }: Props) {
  return (
    <section className="rounded-card bg-white p-5 shadow-card sm:p-6" aria-labelledby="templates-saved">
      <h3 id="templates-saved" className="font-sans text-[1.05rem] font-bold text-ink">
        {m.admin_templates_saved()}
      </h3>
      {saved.length === 0 ? (
        <p className="mt-3 text-ink-soft">{m.admin_templates_none()}</p>
      ) : (
        <ul className="mt-3 grid gap-2">
          {saved.map((template) => (
            <li key={template.id}>
              <button
                type="button"
                onClick={() => onChoose(template.templateKey, template.language)}
                className="flex min-h-12 w-full flex-wrap items-center justify-between gap-x-4 rounded-field border-2 border-line px-4 py-2 text-left hover:border-second"
              >
                <span className="font-semibold">{templateLabel(template.templateKey)}</span>
                <span className="text-[0.92rem] text-ink-soft">
                  {languageName(template.language)} ·{' '}
                  {m.admin_template_updated({ date: formatDay(template.updatedAt) })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
