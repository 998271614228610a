import * as m from '#messages';
import { Dialog } from '../kit/dialog.tsx';
import PreviewFrame from './preview-frame.tsx';

type Props = { path: string; item?: string; note: string | undefined; onClose: () => void };

/** The preview, above its form. */
export default function PreviewDialog({ path, item, note, onClose }: Props) {
  return (
    <Dialog title={m.admin_site_preview()} description={note} className="preview-sheet" onClose={onClose}>
      <PreviewFrame path={path} {...(item !== undefined && { item })} />
    </Dialog>
  );
}
