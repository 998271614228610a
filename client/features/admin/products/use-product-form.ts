import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { type AdminProduct, missingFacts, type ProductFields } from '#shared/catalogue/products.ts';
import { mediaIdOf } from '#shared/content/picture-ref.ts';
import { toast } from '../../../ui/toast.ts';
import { type FieldState, focusField } from '../kit/form/field-state.ts';
import { issueText } from '../kit/form/issue-text.ts';
import { refusedFields } from '../kit/form/refused-fields.ts';
import { currentOf } from '../kit/stale.ts';
import { useDraft } from '../kit/use-draft.tsx';
import { factsOf, useLibrary } from '../media/media-library.ts';
import type { SaveResult } from '../publishing/form-bar.tsx';
import { changeProduct, createProduct, toastNotSaved, useSaveProduct } from './api.ts';
import type { ProductFormApi } from './form-api.ts';
import { type FieldErrors, type FormFields, type ProductValues, snapshotOf, toFields, toValues } from './values.ts';

type Props = {
  /** `null` for a new one. */
  product: AdminProduct | null;
  onCreated: (product: AdminProduct) => void;
};

export type ProductFormState = ReturnType<typeof useProductForm>;

/** The form of a product: values, draft in this browser, missing fields, and saving and publishing. */
export function useProductForm({ product, onCreated }: Props) {
  const { values, setValue, draft, isDirty, baseVersion } = useProductInput(product);
  const save = useSaveProduct();
  const [result, setResult] = useState<SaveResult | null>(null);
  const { fields, errors, pictures, missing, state } = useChecked(product, values);
  const notes = useFieldNotes(errors, missing);
  const api: ProductFormApi = {
    values,
    set: (name, value) => {
      setValue(name as 'price', value as string, { shouldDirty: true });
      notes.forgetRefused();
    },
    pictures,
    state: notes.state,
  };

  function onSaved(saved: AdminProduct, isPublished: boolean): void {
    notes.clear();
    setResult({ version: saved.version, isPublished: saved.published !== null && isPublished });
    toast({ title: saved.published && isPublished ? m.admin_published() : m.admin_product_saved() });
    if (product) draft.take(saved, toValues(saved));
    else {
      draft.clearDraft();
      onCreated(saved);
    }
  }
  /** Whether the last press was "Publish". */
  const wasPublished = useRef(false);
  function onSave(isPublished: boolean): void {
    wasPublished.current = isPublished;
    if (isPublished) notes.showErrors();
    if (showFirstFault(errors, isPublished ? missing : [])) return;
    const store = (version: number) => storeProduct({ id: product?.id, version, fields, isPublished, state });
    save.mutate(() => draft.save(store), {
      onSuccess: (saved) => onSaved(saved, isPublished),
      onError: notes.refuse,
    });
  }
  return {
    api,
    draft,
    missing,
    state,
    isDirty,
    baseVersion,
    error: save.error,
    result,
    isPending: save.isPending,
    onSave,
    /** Repeats the last press, overwriting another person's version. */
    saveAgain: () => onSave(wasPublished.current),
    takeStored: (current = product) => {
      if (!current) return;
      draft.take(current, toValues(current));
      save.reset();
    },
  };
}

/** The typed values, stored in this browser; while nothing is typed, the saved ones. */
function useProductInput(product: AdminProduct | null) {
  const form = useForm<ProductValues>({ defaultValues: toValues(product ?? undefined) });
  const { isDirty } = form.formState;
  const draft = useDraft<ProductValues, AdminProduct>({
    key: `product:${product?.id ?? 'new'}`,
    form,
    row: product,
    snapshotOf,
  });
  const follow = () => form.reset(toValues(product ?? undefined));
  const baseVersion = useFollowed(product, isDirty || draft.isRestored, follow);
  return { values: form.watch() as ProductValues, setValue: form.setValue, draft, isDirty, baseVersion };
}

/** The typed values as fields to save; errors, and fields missing for publishing, by path. */
function useChecked(product: AdminProduct | null, values: ProductValues) {
  const { fields, errors } = toFields(values);
  const state = product?.published?.state ?? 'draft';
  const library = useLibrary(values.images.some((name) => mediaIdOf(name) !== null));
  const pictures = { ...product?.pictures, ...factsOf(library.data ?? []) };
  return { fields, errors, pictures, state, missing: missingFacts({ ...fields, pictures, state }) };
}

/** Messages at the fields. The server's refusals stay until something is typed. */
function useFieldNotes(errors: FieldErrors, missing: readonly string[]) {
  const [refused, setRefused] = useState<FieldErrors>({});
  const [showsErrors, setShowsErrors] = useState(false);
  const isMissing = new Set(missing);
  const state: FieldState = {
    errorOf: (path) => {
      const error = errors[path] ?? refused[path];
      if (error !== undefined) return LABEL_TEXTS[error]?.() ?? (refused[path] === error ? error : issueText(error));
      return showsErrors && isMissing.has(path) ? m.admin_missing_here() : undefined;
    },
    noteOf: (path) => (!showsErrors && isMissing.has(path) ? m.admin_missing_note() : undefined),
  };
  return {
    state,
    /** After an attempt to publish, missing fields are errors. */
    showErrors: () => setShowsErrors(true),
    refuse: (error: Error) => {
      setRefused(refusedFields(error));
      if (!currentOf(error)) toastNotSaved(error);
    },
    forgetRefused: () => {
      if (Object.keys(refused).length > 0) setRefused({});
    },
    clear: () => {
      setRefused({});
      setShowsErrors(false);
    },
  };
}

/**
 * Goes to the first field with an error, or that is missing.
 *
 * @returns whether there is one
 */
function showFirstFault(errors: FieldErrors, missing: readonly string[]): boolean {
  const [first] = [...Object.keys(errors), ...missing];
  if (first === undefined) return false;
  const title = Object.keys(errors).length > 0 ? m.admin_product_check() : m.admin_missing_title_product();
  toast({ title, variant: 'destructive' });
  focusField(first) || focusField(groupOf(first));
  return true;
}

type StoreInput = {
  /** `undefined` for a new one. */
  id: string | undefined;
  version: number;
  fields: FormFields;
  /** Publishes what is saved, and puts a draft on sale. */
  isPublished: boolean;
  state: ProductFields['state'];
};

async function storeProduct({ id, version, fields, isPublished, state }: StoreInput): Promise<AdminProduct> {
  const published = { publish: true, ...(state === 'draft' && { state: 'live' as const }) };
  if (id !== undefined) return changeProduct(id, { ...fields, version, ...(isPublished && published) });
  const created = await createProduct(fields);
  if (!isPublished) return created;
  // From here on it exists, so later errors appear in its own form.
  return changeProduct(created.id, { ...fields, version: created.version, ...published }).catch((error) => {
    toastNotSaved(error);
    return created;
  });
}

/** Texts of this form only. */
const LABEL_TEXTS: Readonly<Record<string, () => string>> = {
  label_calories: m.admin_label_calories_missing,
  label_percent: m.admin_label_percent_wrong,
};

/** The field of a path inside a group. */
export const groupOf = (path: string): string => path.split('.', 1)[0] ?? path;

/**
 * While nothing is typed, the form follows the saved record, like a list. Changes of fields outside the form, such as
 * hiding, do not count.
 *
 * @returns the displayed version
 */
function useFollowed(product: AdminProduct | null, isTouched: boolean, follow: () => void): number {
  const read = { version: product?.version ?? 0, fields: product ? JSON.stringify(snapshotOf(product)) : '' };
  const [shown, setShown] = useState(read);
  useEffect(() => {
    const isSame = read.fields === shown.fields;
    if (read.version === shown.version || (isTouched && !isSame)) return;
    setShown(read);
    if (!isSame) follow();
  });
  return shown.version;
}
