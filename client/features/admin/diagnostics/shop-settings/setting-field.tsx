import { useState } from 'react';
import * as m from '#messages';
import type { SettingField, SettingName, SettingState } from '#shared/admin/shop-settings.ts';
import { SelectField, TextField } from '../../../../ui/form.tsx';
import { choiceText, fieldTexts } from './labels.ts';

type Props = {
  field: SettingField;
  state: SettingState;
  /** What is typed; `undefined` while the stored value stays, `null` to clear it. */
  typed: string | null | undefined;
  error: string | undefined;
  /** A value to take with one press while there is none. */
  suggestion?: string | undefined;
  onType: (value: string | null | undefined) => void;
};

/** One setting: of the environment and locked, a secret that can be replaced or cleared, or a plain value. */
export function SettingInput({ field, state, typed, error, suggestion, onType }: Props) {
  const texts = fieldTexts[field.name as SettingName];
  const hint = texts.hint?.();
  const shared = { id: `set-${field.name}`, label: texts.label(), ...(error && { error }) };
  if (state.from === 'environment') {
    return (
      <TextField
        {...shared}
        hint={m.admin_settings_locked({ setting: field.setting })}
        value={field.kind === 'secret' ? secretText(state) : shownValue(field, state.value)}
        disabled
        readOnly
      />
    );
  }
  if (field.kind === 'secret') return <Secret {...{ field, state, typed, onType, shared }} hint={hint} />;
  const value = typed === undefined ? (state.value ?? '') : (typed ?? '');
  // Typed back to what is stored: no change.
  const change = (next: string) => onType(next === (state.value ?? '') ? undefined : next === '' ? null : next);
  if (field.options) {
    return (
      <SelectField
        {...shared}
        hint={hint}
        value={value || field.options[0]}
        options={field.options.map((option) => ({ value: option, label: choiceText(field.name, option) }))}
        onChange={({ target }) => change(target.value)}
      />
    );
  }
  return (
    <div>
      <TextField
        {...shared}
        hint={hint}
        value={value}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => change(target.value)}
      />
      {suggestion && value === '' && (
        <button type="button" className="text-button wrap-anywhere" onClick={() => change(suggestion)}>
          {m.admin_settings_suggestion({ value: suggestion })}
        </button>
      )}
    </div>
  );
}

type SecretProps = Pick<Props, 'field' | 'state' | 'typed' | 'onType'> & {
  shared: { id: string; label: string; error?: string };
  hint: string | undefined;
};

/** Never shown again after it is stored. */
function Secret({ state, typed, onType, shared, hint }: SecretProps) {
  const [isReplacing, setReplacing] = useState(false);
  const isStored = state.from === 'admin';
  if (isStored && !isReplacing) {
    const isCleared = typed === null;
    return (
      <div>
        <TextField {...shared} value={isCleared ? m.admin_settings_cleared() : secretText(state)} disabled readOnly />
        <div className="mt-1 flex flex-wrap gap-x-5">
          <button type="button" className="text-button" onClick={() => setReplacing(true)}>
            {m.admin_settings_replace()}
          </button>
          <button type="button" className="text-button" onClick={() => onType(isCleared ? undefined : null)}>
            {isCleared ? m.admin_settings_keep_it() : m.admin_settings_clear()}
          </button>
        </div>
      </div>
    );
  }
  return (
    <div>
      <TextField
        {...shared}
        hint={hint}
        type="password"
        value={typed ?? ''}
        // A manager would fill in the login's password.
        autoComplete="new-password"
        onChange={({ target }) => onType(target.value === '' ? undefined : target.value)}
      />
      {isStored && (
        <button
          type="button"
          className="text-button"
          onClick={() => {
            onType(undefined);
            setReplacing(false);
          }}
        >
          {m.admin_settings_keep_it()}
        </button>
      )}
    </div>
  );
}

const secretText = ({ ending }: SettingState) =>
  ending === null ? m.admin_settings_set() : m.admin_settings_ends({ ending });

const shownValue = (field: SettingField, value: string | null) =>
  value !== null && field.options ? choiceText(field.name, value) : (value ?? '');
