import { useState } from 'react';
import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { textOfError } from '../../../lib/api-client.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { createProduct, inputOf, type QuickChange, useDeleteProduct, useQuickChange, useSaveProduct } from './api.ts';
import { nameOf } from './product-names.ts';

type Props = { product: AdminProduct; onClose: () => void; onCopied: (copy: AdminProduct) => void };
type Asked = 'archive' | 'delete';

/** What is done to a product as a whole; each says before what it does. */
export function ProductActions({ product, onClose, onCopied }: Props) {
  const name = nameOf(product, useLanguage());
  const [asked, setAsked] = useState<Asked | null>(null);
  const quick = useQuickChange();
  const deletion = useDeleteProduct(() => {
    setAsked(null);
    onClose();
  });
  const change = (to: QuickChange, done: () => string) =>
    quick.mutate({ product, change: to, done }, { onSettled: () => setAsked(null) });
  const state = product.published?.state;
  return (
    <FormSection title={m.admin_product_actions()} hint={m.admin_product_actions_hint()}>
      <div className="flex flex-wrap gap-3">
        {state === 'live' && (
          <Button
            size="small"
            variant="quiet"
            isPending={quick.isPending}
            onClick={() => change({ state: 'hidden' }, () => m.admin_undo_hidden({ name }))}
          >
            {m.admin_product_hide()}
          </Button>
        )}
        {(state === 'hidden' || state === 'archived') && (
          <Button
            size="small"
            variant="quiet"
            isPending={quick.isPending}
            onClick={() => change({ state: 'live' }, () => m.admin_undo_shown({ name }))}
          >
            {m.admin_product_show()}
          </Button>
        )}
        <CopyProduct product={product} onCopied={onCopied} />
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
        <ConfirmDialog
          title={m.admin_product_archive_title({ name })}
          text={m.admin_product_archive_text()}
          confirm={m.admin_product_archive()}
          pending={m.admin_publishing()}
          isPending={quick.isPending}
          onConfirm={() => change({ state: 'archived' }, () => m.admin_undo_archived({ name }))}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={m.admin_product_delete_title({ name })}
          text={m.admin_product_delete_text()}
          confirm={m.admin_delete()}
          pending={m.admin_deleting()}
          isPending={deletion.isPending}
          onConfirm={() => deletion.mutate(product)}
          onClose={() => setAsked(null)}
        />
      )}
    </FormSection>
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
      onError: (error) =>
        toast({
          title: m.admin_product_not_saved(),
          description: () => textOfError(error, m.admin_update_failed_reason()),
          variant: 'destructive',
        }),
    });
  return (
    <Button size="small" variant="quiet" isPending={copy.isPending} onClick={onPress}>
      {m.admin_product_duplicate()}
    </Button>
  );
}

/** A draft with everything but what belongs to one product alone: its address and its barcode number. */
function copyOf(product: AdminProduct) {
  const copyName = (locale: Language) => m.admin_product_copy_name({ name: product.name[locale] }, { locale });
  return {
    ...inputOf(product),
    name: forEachLanguage((language) => product.name[language] && copyName(language)),
    slug: forEachLanguage(() => ''),
    gtin: '',
  };
}
