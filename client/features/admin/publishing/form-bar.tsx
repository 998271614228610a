import { type ReactNode, useState } from 'react';
import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { lazyDialog } from '../kit/lazy.tsx';
import type { PreviewDialogProps } from './preview-dialog.tsx';

const PreviewDialog = lazyDialog<PreviewDialogProps>(() => import('./preview-dialog.tsx'));

/** Lets three buttons fit on a phone, in the longer language too. */
const NARROW = 'max-sm:px-2.5! max-sm:text-[0.875rem]!';

type Props = {
  isPending: boolean;
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
export function FormBar({ isPending, isDirty, onPublish, preview, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className="form-bar">
        <div className="form-refusal">{children}</div>
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
