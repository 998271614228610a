import type { PictureFacts } from '#shared/content/picture-ref.ts';
import type { FieldState } from '../kit/form/field-state.ts';
import type { ProductValues } from './values.ts';

/** What a section of the product's form gets: what stands in the form, how to change it, and what is said at fields. */
export type ProductFormApi = {
  values: ProductValues;
  set: <Name extends keyof ProductValues>(name: Name, value: ProductValues[Name]) => void;
  state: FieldState;
  /** What is known of uploaded pictures, by name. */
  pictures: Readonly<Record<string, PictureFacts>>;
};
