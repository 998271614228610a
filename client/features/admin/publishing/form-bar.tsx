import { type ReactNode, useState } from 'react';
import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { lazyDialog } from '../kit/lazy.tsx';
import type { PreviewDialogProps } from './preview-dialog.tsx';

const PreviewDialog = lazyDialog<PreviewDialogProps>(() => import('./preview-dialog.tsx'));

/** Three of them fit a phone, in the longer language too. */
const NARROW = 'max-sm:px-2.5! max-sm:text-[0.875rem]!';

type Props = {
  isPending: boolean;
  /** Something is typed that the preview does not show. */
  isDirty: boolean;
  onPublish: () => void;
  /** Page that shows the content, with its item; `null` where no page does. */
  preview: { path: string; item?: string } | null;
  /** Why the last press was refused, above the buttons. */
  children?: ReactNode;
};

/** Saves, publishes and shows what a form of published content holds: one row, on a phone too. The form's submit saves. */
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
