import * as m from '#messages';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { Switch } from './switch.tsx';

type Props = { value: Language; onChange: (language: Language) => void };

/** Selects the language whose fields a form shows on a phone. */
export function LanguageSwitch({ value, onChange }: Props) {
  return (
    <div className="language-switch">
      <Switch
        label={m.admin_preview_language()}
        options={LANGUAGES.map((id) => [id, languageName(id)])}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
