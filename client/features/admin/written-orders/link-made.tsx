import * as m from '#messages';
import type { WrittenOrder } from '#shared/written-orders/written-orders.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { formatCents, formatMoment } from '../kit/format.ts';
import { LinkButtons } from './link-buttons.tsx';

/** The link is made: what it is for, and how to send it. */
export function LinkMade({ written, onClose }: { written: WrittenOrder; onClose: () => void }) {
  const { payUrl, customerName, totalCents, expiresAt, items } = written;
  return (
    <Dialog
      title={payUrl ? m.admin_written_made({ amount: formatCents(totalCents) }) : customerName}
      description={
        payUrl
          ? m.admin_written_made_text({ name: customerName, until: formatMoment(expiresAt ?? '') })
          : m.admin_written_over({ amount: formatCents(totalCents), items })
      }
      onClose={onClose}
    >
      {payUrl && (
        <div className="mt-5 grid gap-4">
          <p className="rounded-field bg-tint/60 px-4 py-3 select-all wrap-anywhere">{payUrl}</p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <LinkButtons written={written} payUrl={payUrl} />
          </div>
        </div>
      )}
      <div className="mt-6 flex justify-end">
        <Button size="small" onClick={onClose}>
          {m.admin_close()}
        </Button>
      </div>
    </Dialog>
  );
}
