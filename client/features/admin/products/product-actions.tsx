import { useState } from 'react';
import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { DiscardDraft } from '../publishing/discard-draft.tsx';
import {
  createProduct,
  inputOf,
  type QuickChange,
  toastNotSaved,
  useDeleteProduct,
  useQuickChange,
  useSaveProduct,
} from './api.ts';
import { nameOf } from './product-names.ts';

type Props = {
  product: AdminProduct;
  onDiscarded: () => void;
  onClose: () => void;
  onCopied: (copy: AdminProduct) => void;
};
type Asked = 'archive' | 'delete';

/** Actions on a whole product; each says in advance what it does. */
export function ProductActions({ product, onDiscarded, onClose, onCopied }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const quick = useQuickChange();
  const change = (to: QuickChange, done: () => string) =>
    quick.mutate({ product, change: to, done }, { onSettled: close });
  const state = product.published?.state;
  return (
    <FormSection title={m.admin_product_actions()} hint={m.admin_product_actions_hint()}>
      <div className="flex flex-wrap gap-3">
        {state && <VisibilityButton product={product} isPending={quick.isPending} onChange={change} />}
        <CopyProduct product={product} onCopied={onCopied} />
        <DiscardDraft kind="product" id={product.id} onDiscarded={onDiscarded} />
        {state && state !== 'archived' && (
          <Button size="small" variant="danger" onClick={() => setAsked('archive')}>
            {m.admin_product_archive()}
          </Button>
        )}
        {!state && (
          <Button size="small" variant="danger" onClick={() => setAsked('delete')}>
            {m.admin_product_delete()}
          </Button>
        )}
      </div>
      {asked === 'archive' && (
        <ArchiveDialog product={product} isPending={quick.isPending} onChange={change} onClose={close} />
      )}
      {asked === 'delete' && <DeleteDialog product={product} onDeleted={onClose} onClose={close} />}
    </FormSection>
  );
}

type ChangeProps = {
  product: AdminProduct;
  isPending: boolean;
  onChange: (change: QuickChange, done: () => string) => void;
};

/** Hides a product from the shop, or shows it there again. */
function VisibilityButton({ product, isPending, onChange }: ChangeProps) {
  const name = nameOf(product, useLanguage());
  const isLive = product.published?.state === 'live';
  const onClick = () =>
    isLive
      ? onChange({ state: 'hidden' }, () => m.admin_undo_hidden({ name }))
      : onChange({ state: 'live' }, () => m.admin_undo_shown({ name }));
  return (
    <Button size="small" variant="quiet" isPending={isPending} onClick={onClick}>
      {isLive ? m.admin_product_hide() : m.admin_product_show()}
    </Button>
  );
}

function ArchiveDialog({ product, isPending, onChange, onClose }: ChangeProps & { onClose: () => void }) {
  const name = nameOf(product, useLanguage());
  return (
    <ConfirmDialog
      title={m.admin_product_archive_title({ name })}
      text={m.admin_product_archive_text()}
      confirm={m.admin_product_archive()}
      pending={m.admin_publishing()}
      isPending={isPending}
      onConfirm={() => onChange({ state: 'archived' }, () => m.admin_undo_archived({ name }))}
      onClose={onClose}
    />
  );
}

type DeleteProps = { product: AdminProduct; onDeleted: () => void; onClose: () => void };

function DeleteDialog({ product, onDeleted, onClose }: DeleteProps) {
  const name = nameOf(product, useLanguage());
  const deletion = useDeleteProduct(() => {
    onClose();
    onDeleted();
  });
  return (
    <ConfirmDialog
      title={m.admin_product_delete_title({ name })}
      text={m.admin_product_delete_text()}
      confirm={m.admin_delete()}
      pending={m.admin_deleting()}
      isPending={deletion.isPending}
      onConfirm={() => deletion.mutate(product)}
      onClose={onClose}
    />
  );
}

function CopyProduct({ product, onCopied }: Pick<Props, 'product' | 'onCopied'>) {
  const copy = useSaveProduct();
  const onPress = () =>
    copy.mutate(() => createProduct(copyOf(product)), {
      onSuccess: (made) => {
        toast({ title: m.admin_product_copied() });
        onCopied(made);
      },
      onError: toastNotSaved,
    });
  return (
    <Button size="small" variant="quiet" isPending={copy.isPending} onClick={onPress}>
      {m.admin_product_duplicate()}
    </Button>
  );
}

/** A draft with all fields except the unique ones: its address and its barcode number. */
function copyOf(product: AdminProduct) {
  const copyName = (locale: Language) => m.admin_product_copy_name({ name: product.name[locale] }, { locale });
  return {
    ...inputOf(product),
    name: forEachLanguage((language) => product.name[language] && copyName(language)),
    slug: forEachLanguage(() => ''),
    gtin: '',
  };
}
