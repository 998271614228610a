import { NumberField as Field } from '../kit/form/number-field.tsx';
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

/** A number of the product's form. */
export function NumberField({ form: { values, set, state }, name, path = name, ...field }: Props) {
  const onChange = (text: string) => set(name, text as never);
  return <Field path={path} value={values[name]} state={state} onChange={onChange} maxLength={20} {...field} />;
}
