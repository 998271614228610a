import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { type AdminProduct, missingFacts } from '#shared/catalogue/products.ts';
import { mediaIdOf } from '#shared/content/picture-ref.ts';
import { textOfError } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { focusField } from '../kit/form/field-state.ts';
import { issueText } from '../kit/form/issue-text.ts';
import { currentOf } from '../kit/stale.ts';
import { useDraft } from '../kit/use-draft.tsx';
import { factsOf, useLibrary } from '../media/media-library.ts';
import { refusedFields } from '../publishing/api.ts';
import { changeProduct, createProduct, useSaveProduct } from './api.ts';
import type { ProductFormApi } from './form-api.ts';
import { type ProductValues, snapshotOf, toFields, toValues } from './values.ts';

type Props = {
  /** `null` for a new one. */
  product: AdminProduct | null;
  onCreated: (product: AdminProduct) => void;
};

export type ProductFormState = ReturnType<typeof useProductForm>;

/** The form of a product: what stands in it, its draft in this browser, what it lacks, and saving and publishing it. */
export function useProductForm({ product, onCreated }: Props) {
  const form = useForm<ProductValues>({ defaultValues: toValues(product ?? undefined) });
  const { reset, setValue, formState } = form;
  const { isDirty } = formState;
  const values = form.watch() as ProductValues;
  const draft = useDraft<ProductValues, AdminProduct>({
    key: `product:${product?.id ?? 'new'}`,
    form,
    row: product,
    snapshotOf,
  });
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [showsErrors, setShowsErrors] = useState(false);
  const save = useSaveProduct();
  const baseVersion = useFollowed(product, isDirty || draft.isRestored, () => reset(toValues(product ?? undefined)));

  const { fields, errors } = toFields(values);
  const state = product?.published?.state ?? 'draft';
  const library = useLibrary(values.images.some((name) => mediaIdOf(name) !== null));
  const pictures = { ...product?.pictures, ...factsOf(library.data ?? []) };
  const missing = missingFacts({ ...fields, pictures, state });
  const isMissing = new Set(missing);

  const api: ProductFormApi = {
    values,
    set: (name, value) => {
      setValue(name as 'price', value as string, { shouldDirty: true });
      if (Object.keys(refused).length > 0) setRefused({});
    },
    pictures,
    state: {
      errorOf: (path) => {
        const error = errors[path] ?? refused[path];
        if (error !== undefined) return LABEL_TEXTS[error]?.() ?? (refused[path] === error ? error : issueText(error));
        return showsErrors && isMissing.has(path) ? m.admin_missing_here() : undefined;
      },
      noteOf: (path) => (!showsErrors && isMissing.has(path) ? m.admin_missing_note() : undefined),
    },
  };

  /** @param isPublished makes what is saved public too, and a draft a product that is sold */
  async function store(isPublished: boolean, id: string | undefined, version: number): Promise<AdminProduct> {
    const published = { publish: true, ...(state === 'draft' && { state: 'live' as const }) };
    if (id !== undefined) return changeProduct(id, { ...fields, version, ...(isPublished && published) });
    const created = await createProduct(fields);
    if (!isPublished) return created;
    // From here on it is there: what fails is told in its own form.
    return changeProduct(created.id, { ...fields, version: created.version, ...published }).catch((error) => {
      fail(error);
      return created;
    });
  }
  const fail = (error: unknown) =>
    toast({
      title: m.admin_product_not_saved(),
      description: () => textOfError(error, m.admin_update_failed_reason()),
      variant: 'destructive',
    });
  /** Whether the last press was for publishing. */
  const wasPublished = useRef(false);
  function onSave(isPublished: boolean): void {
    wasPublished.current = isPublished;
    const [first] = [...Object.keys(errors), ...(isPublished ? missing : [])];
    if (isPublished) setShowsErrors(true);
    if (first !== undefined) {
      const title = Object.keys(errors).length > 0 ? m.admin_product_check() : m.admin_missing_title_product();
      toast({ title, variant: 'destructive' });
      focusField(first) || focusField(groupOf(first));
      return;
    }
    save.mutate(() => draft.save((version) => store(isPublished, product?.id, version)), {
      onSuccess: (saved) => {
        setRefused({});
        setShowsErrors(false);
        toast({ title: saved.published && isPublished ? m.admin_published() : m.admin_product_saved() });
        if (product) draft.take(saved, toValues(saved));
        else {
          draft.clearDraft();
          onCreated(saved);
        }
      },
      onError: (error) => {
        setRefused(refusedFields(error));
        if (!currentOf(error)) fail(error);
      },
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
    isPending: save.isPending,
    onSave,
    /** The last press again, over what somebody else has saved. */
    saveAgain: () => onSave(wasPublished.current),
    takeStored: (current = product) => {
      if (!current) return;
      draft.take(current, toValues(current));
      save.reset();
    },
    startFrom: draft.startFrom,
  };
}

/** Texts that belong to this form alone. */
const LABEL_TEXTS: Readonly<Record<string, () => string>> = {
  label_calories: m.admin_label_calories_missing,
  label_percent: m.admin_label_percent_wrong,
};

/** The field that stands for a path inside a group. */
export const groupOf = (path: string): string => path.split('.', 1)[0] ?? path;

/**
 * While nothing is typed the form follows what is saved, as a list does. A change of what is not in the form, such as
 * hiding, is none for it.
 *
 * @returns the version that it shows
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
