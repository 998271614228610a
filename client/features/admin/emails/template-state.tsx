import * as m from '#messages';
import type { Language } from '#shared/core/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { Badge } from '../../../ui/badge.tsx';

type Props = {
  isCustom: boolean;
  isDirty: boolean;
  /** The same template's other languages. */
  others: readonly { language: Language; isCustom: boolean }[];
  onChoose: (language: Language) => void;
};

/** Whether a template is custom and saved, and links to its other languages. */
export default function TemplateState({ isCustom, isDirty, others, onChoose }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Badge tone={isCustom ? 'green' : 'yellow'}>
        {isCustom ? m.admin_template_custom() : m.admin_template_default()}
      </Badge>
      {isDirty && <span className="text-[0.92rem] font-semibold">{m.admin_template_unsaved()}</span>}
      {others.map(({ language, isCustom }) => (
        <button key={language} type="button" className="text-button sm:ml-auto" onClick={() => onChoose(language)}>
          {(isCustom ? m.admin_template_other_custom : m.admin_template_other_default)({
            language: languageName(language),
          })}
        </button>
      ))}
    </div>
  );
}
