import { type ReactNode, useState } from 'react';
import * as m from '#messages';
import { textOfError } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { lazyDialog } from '../kit/lazy.tsx';
import { currentOf } from '../kit/stale.ts';

const PreviewDialog = lazyDialog(() => import('./preview-dialog.tsx'));

/** Lets three buttons fit on a phone, in the longer language too. */
const NARROW = 'max-sm:px-2.5! max-sm:text-[0.875rem]!';

/** The last save of a form, and the version that it made. */
export type SaveResult = { version: number; isPublished: boolean };

type Props = {
  isPending: boolean;
  /** Said above the buttons while the form shows this version, as long as nothing is typed. */
  result: SaveResult | null;
  version: number;
  /** Why the last save failed; a conflict is among the children. */
  error: Error | null;
  /** Input that the preview does not show yet. */
  isDirty: boolean;
  onPublish: () => void;
  /** The page that shows the content, with its item; `null` if no page does. */
  preview: { path: string; item?: string } | null;
  /** Why the last press was refused, above the buttons. */
  children?: ReactNode;
};

/**
 * The bar of a form for published content: save, publish and preview, in one row on phones too. Submitting the form
 * saves.
 */
export function FormBar({ isPending, result, version, error, isDirty, onPublish, preview, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = result?.version === version && !isDirty && !isPending && !error;
  return (
    <>
      <div className="form-bar">
        {/* Over the form; a long comparison scrolls inside. */}
        <div className="max-h-[60dvh] flex-[1_0_100%] overflow-y-auto overscroll-contain empty:hidden">
          {children}
          {error && !isPending && currentOf(error) === null && (
            <p role="alert" className="font-semibold text-brand">
              {textOfError(error, m.admin_update_failed_reason())}
            </p>
          )}
          {isShown && (
            <p className="text-sm font-semibold text-second">
              {result.isPublished ? m.admin_published() : m.admin_product_saved()}
            </p>
          )}
        </div>
        <Button type="submit" size="small" variant="quiet" className={NARROW} disabled={isPending}>
          {m.admin_product_save()}
        </Button>
        <Button size="small" className={NARROW} isPending={isPending} onClick={onPublish}>
          {isPending ? <span className="max-sm:sr-only">{m.admin_publishing()}</span> : m.admin_publish_one()}
        </Button>
        {preview && (
          <Button size="small" variant="quiet" className={NARROW} onClick={() => setIsOpen(true)}>
            <AdminIcon name="eye" className="size-5 sm:hidden" />
            <span className="max-sm:sr-only">{m.admin_site_preview()}</span>
          </Button>
        )}
      </div>
      {isOpen && preview && (
        <PreviewDialog
          {...preview}
          note={isDirty ? m.admin_preview_unsaved() : undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
