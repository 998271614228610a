import type { PictureFacts } from '#shared/content/picture-ref.ts';
import type { FieldState } from '../kit/form/field-state.ts';
import type { ProductValues } from './values.ts';

/** The props of a section of the product's form: values, setters, and messages at fields. */
export type ProductFormApi = {
  values: ProductValues;
  set: <Name extends keyof ProductValues>(name: Name, value: ProductValues[Name]) => void;
  state: FieldState;
  /** The facts of uploaded pictures, by name. */
  pictures: Readonly<Record<string, PictureFacts>>;
};
