import { useLocation } from 'wouter';
import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { useLanguage } from '../../../lib/language.ts';
import { HistoryLink } from '../journal/history-link.tsx';
import { ChangedNotice } from '../kit/detail/changed-notice.tsx';
import { Detail } from '../kit/detail/detail.tsx';
import { Skeleton } from '../kit/load-states.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { productStateLabels } from '../publishing/product-words.ts';
import { ProductActions } from './product-actions.tsx';
import { ProductForm } from './product-form.tsx';
import { nameOf } from './product-names.ts';
import { StockSection } from './stock-section.tsx';
import { useProductForm } from './use-product-form.ts';

type Props = { id: string; product: AdminProduct | undefined; isRead: boolean; onClose: () => void };

/** A product's form, beside the list or over it; `/admin/products/new` shows that of a new one. */
export default function ProductDetail({ id, product, isRead, onClose }: Props) {
  const language = useLanguage();
  const isNew = id === 'new';
  const title = isNew ? m.admin_product_new() : product ? nameOf(product, language) : m.admin_screen_products();
  return (
    <Detail title={title} onClose={onClose}>
      {isNew || product ? (
        <Form product={product ?? null} onClose={onClose} />
      ) : isRead ? (
        <p role="status">{m.admin_product_gone()}</p>
      ) : (
        <Skeleton />
      )}
    </Detail>
  );
}

function Form({ product, onClose }: { product: AdminProduct | null; onClose: () => void }) {
  const [, navigate] = useLocation();
  const form = useProductForm({
    product,
    onCreated: ({ id }) => navigate(`${ADMIN_SCREEN_PATHS.products}/${id}`, { replace: true }),
  });
  return (
    <div className="grid gap-4">
      {product && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <StatusBadge status={product.published?.state ?? 'draft'} labels={productStateLabels} />
            {product.changed.length > 0 && product.published && (
              <span className="text-ink-soft">{m.admin_product_unpublished()}</span>
            )}
          </p>
          <ChangedNotice id={product.id} version={form.baseVersion} onRead={() => form.takeStored()} />
        </>
      )}
      <ProductForm form={form} product={product} />
      {product && <StockSection product={product} />}
      {product && <HistoryLink kind="product" id={product.id} />}
      {product && (
        <ProductActions
          product={product}
          onDiscarded={form.draft.discard}
          onClose={onClose}
          onCopied={({ id }) => navigate(`${ADMIN_SCREEN_PATHS.products}/${id}`)}
        />
      )}
    </div>
  );
}
