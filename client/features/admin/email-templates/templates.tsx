import * as m from '#messages';
import { type EmailTemplate, TEMPLATE_KEYS, type TemplateKey } from '#shared/emails.ts';
import { isLanguage, LANGUAGES, type Language } from '#shared/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { getLanguage } from '../../../lib/language.ts';
import { formatDay } from '../format.ts';
import { templateLabel, templateText } from '../labels.ts';
import { LoadError, Skeleton } from '../load-states.tsx';
import { askToLeave } from '../unsaved.ts';
import { useUrlState } from '../url-state.ts';
import { useTemplateDefaults, useTemplates } from './api.ts';
import { Editor } from './editor.tsx';

/** The editor for the chosen template and language. */
export default function Templates() {
  const url = useUrlState();
  const saved = useTemplates();
  const defaults = useTemplateDefaults();
  const error = saved.error ?? defaults.error;
  if (error) {
    return (
      <LoadError
        error={error}
        onRetry={() => {
          if (saved.error) void saved.refetch();
          if (defaults.error) void defaults.refetch();
        }}
      />
    );
  }
  if (!saved.data || !defaults.data) return <Skeleton rows={3} className="h-32" />;

  const templateKey = TEMPLATE_KEYS.find((key) => key === url.get('template')) ?? null;
  const asked = url.get('language');
  const language = isLanguage(asked) ? asked : getLanguage();
  const find = <T extends { templateKey: string; language: string }>(list: readonly T[], of: Language) =>
    list.find((template) => template.templateKey === templateKey && template.language === of);
  const choose = (template: TemplateKey | null, next: Language) => {
    if (template === templateKey && next === language) return;
    askToLeave(() => url.set({ template, language: next }));
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <Editor
        key={`${templateKey}-${language}`}
        templateKey={templateKey}
        language={language}
        custom={find(saved.data, language)}
        builtIn={find(defaults.data, language)}
        others={LANGUAGES.filter((each) => each !== language).map((each) => ({
          language: each,
          isCustom: find(saved.data, each) !== undefined,
        }))}
        onChoose={choose}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <section className="rounded-card bg-white p-5 shadow-card sm:p-6" aria-labelledby="templates-info">
          <h3 id="templates-info" className="font-sans text-[1.05rem] font-bold text-cafecito">
            {m.admin_templates_info()}
          </h3>
          <ul className="mt-3 grid gap-3">
            {TEMPLATE_KEYS.map((key) => (
              <li key={key}>
                <button type="button" className="text-button min-h-0!" onClick={() => choose(key, language)}>
                  {templateLabel(key)}
                </button>
                <p className="text-[0.92rem] text-cafecito-soft">{templateText(key)}</p>
              </li>
            ))}
          </ul>
        </section>
        <SavedTemplates saved={saved.data} onChoose={choose} />
      </div>
    </div>
  );
}

function SavedTemplates({
  saved,
  onChoose,
}: {
  saved: readonly EmailTemplate[];
  onChoose: (template: TemplateKey, language: Language) => void;
}) {
  return (
    <section className="rounded-card bg-white p-5 shadow-card sm:p-6" aria-labelledby="templates-saved">
      <h3 id="templates-saved" className="font-sans text-[1.05rem] font-bold text-cafecito">
        {m.admin_templates_saved()}
      </h3>
      {saved.length === 0 ? (
        <p className="mt-3 text-cafecito-soft">{m.admin_templates_none()}</p>
      ) : (
        <ul className="mt-3 grid gap-2">
          {saved.map((template) => (
            <li key={template.id}>
              <button
                type="button"
                onClick={() => onChoose(template.templateKey, template.language)}
                className="flex min-h-12 w-full flex-wrap items-center justify-between gap-x-4 rounded-field border-2 border-line px-4 py-2 text-left hover:border-hoja"
              >
                <span className="font-semibold">{templateLabel(template.templateKey)}</span>
                <span className="text-[0.92rem] text-cafecito-soft">
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
