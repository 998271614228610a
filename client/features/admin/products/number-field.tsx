import { TextField } from '../../../ui/form.tsx';
import { fieldId } from '../kit/form/field-state.ts';
import type { ProductFormApi } from './form-api.ts';
import type { ProductValues } from './values.ts';

type NumberName = {
  [Name in keyof ProductValues]: ProductValues[Name] extends string ? Name : never;
}[keyof ProductValues];

type Props = {
  form: ProductFormApi;
  name: NumberName;
  path?: string;
  label: string;
  hint?: string;
  isOptional?: boolean;
};

/** A number as typed. Not an input of type number, which drops what it cannot parse. */
export function NumberField({ form: { values, set, state }, name, path = name, label, hint, isOptional }: Props) {
  return (
    <TextField
      id={fieldId(path)}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      isOptional={isOptional}
      value={values[name]}
      onChange={(event) => set(name, event.target.value as never)}
      hint={state.noteOf(path) ?? hint}
      error={state.errorOf(path)}
    />
  );
}
