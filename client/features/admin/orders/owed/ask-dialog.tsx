import { useState } from 'react';
import * as m from '#messages';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Check } from '../../kit/form/check.tsx';
import { formatAmount } from '../../kit/format.ts';
import { useAsk } from './api.ts';

/** Asks for the difference: the sum, and whether the link goes out by mail. */
export default function AskDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const [notify, setNotify] = useState(true);
  const ask = useAsk(order, onClose);
  const amount = formatAmount(order.owed.askable);
  return (
    <Dialog title={m.admin_owed_ask({ amount })} description={m.admin_owed_ask_text()} onClose={onClose}>
      <div className="mt-4">
        <Check checked={notify} onChange={(event) => setNotify(event.target.checked)}>
          {m.admin_owed_notify()}
        </Check>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onClose}>
          {m.admin_cancel()}
        </Button>
        <Button size="small" isPending={ask.isPending} onClick={() => ask.mutate(notify)}>
          {m.admin_owed_ask_confirm()}
        </Button>
      </div>
    </Dialog>
  );
}
