import { LocalizedField } from '../kit/form/both-languages.tsx';
import { productLabels } from '../publishing/product-words.ts';
import type { ProductFormApi } from './form-api.ts';

type Props = {
  form: ProductFormApi;
  name: 'size' | 'description' | 'slug' | 'storage' | 'proposition65';
  maxLength: number;
  rows?: number;
  hint?: string;
  isOptional?: boolean;
};

/** A text of the product's form in all languages. */
export function ProductText({ form: { values, set, state }, name, ...field }: Props) {
  const label = productLabels[name]();
  return <LocalizedField<Props['name']> name={name} label={label} values={values} set={set} state={state} {...field} />;
}
