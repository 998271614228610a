import { TextField } from '../../../../ui/form.tsx';
import { type FieldState, fieldId } from './field-state.ts';

type Props = {
  path: string;
  label: string;
  hint?: string | undefined;
  value: string;
  state: FieldState;
  onChange: (text: string) => void;
  maxLength?: number;
  isOptional?: boolean | undefined;
};

/** A number as typed. Not an input of type number, which drops what it cannot parse. */
export function NumberField({ path, hint, state, onChange, maxLength = 10, ...field }: Props) {
  return (
    <TextField
      id={fieldId(path)}
      hint={state.noteOf(path) ?? hint}
      inputMode="decimal"
      autoComplete="off"
      maxLength={maxLength}
      error={state.errorOf(path)}
      onChange={(event) => onChange(event.target.value)}
      {...field}
    />
  );
}
