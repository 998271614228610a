import { isLanguage, LANGUAGES, type Language } from '#shared/core/language.ts';
import { TEMPLATE_KEYS, type TemplateKey } from '#shared/emails/emails.ts';
import { getLanguage } from '../../../lib/language.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { askToLeave } from '../kit/unsaved.ts';
import { useUrlState } from '../kit/url-state.ts';
import { useTemplateDefaults, useTemplates } from './api.ts';
import { Editor } from './editor.tsx';

const TemplateLists = lazyPanel(() => import('./template-lists.tsx'), <Skeleton rows={1} className="h-48" />);

/** The editor for the chosen template and language. */
export default function Templates() {
  const url = useUrlState();
  const saved = useTemplates();
  const defaults = useTemplateDefaults();
  const error = saved.error ?? defaults.error;
  if (error && !(saved.data && defaults.data)) {
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
      <TemplateLists saved={saved.data} onChoose={(key, next = language) => choose(key, next)} />
    </div>
  );
}
