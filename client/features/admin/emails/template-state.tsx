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
      {others.map((other) => (
        <OtherLanguage key={other.language} {...other} onChoose={() => onChoose(other.language)} />
      ))}
    </div>
  );
}

/** Switches to another language of the template; marked while that is still the default. */
function OtherLanguage({
  language,
  isCustom,
  onChoose,
}: {
  language: Language;
  isCustom: boolean;
  onChoose: () => void;
}) {
  const shown = { language: languageName(language) };
  return (
    <button type="button" className="text-button sm:ml-auto" onClick={onChoose}>
      {isCustom ? m.admin_template_other_custom(shown) : m.admin_template_other_default(shown)}
    </button>
  );
}
