import * as m from '#messages';
import { BY_HAND, type TaxRecord } from '#shared/tax/lines.ts';
import { callApi } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import { formatAmount } from '../kit/format.ts';

/** Records of an order that the tax provider lacks, or has wrong. */
export function TaxRecords({ records }: { records: readonly TaxRecord[] }) {
  return records
    .filter(({ state }) => state === 'look')
    .map((record) => <OpenRecord key={record.id} record={record} />);
}

/** A record that a person has to check; a button reports it again if that may help. */
export function OpenRecord({ record }: { record: TaxRecord }) {
  const again = useReportAgain();
  return (
    <div className="mt-3 border-brand border-l-4 pl-3 text-[0.95rem]">
      <p role="status">{sentenceOf(record)}</p>
      {!BY_HAND.includes(record.failure ?? '') && (
        <Button
          size="small"
          variant="quiet"
          className="mt-2"
          isPending={again.isPending}
          onClick={() => again.mutate(record.id)}
        >
          {m.admin_tax_again()}
        </Button>
      )}
    </div>
  );
}

function useReportAgain() {
  return useAction({
    call: (id: string) => callApi<TaxRecord>(`${adminKeys.taxRecords[0]}/${id}/again`, { method: 'POST', payload: {} }),
    done: () => toast({ title: m.admin_tax_again_done(), description: m.admin_tax_again_text() }),
    failed: (error) => toastFailed(m.admin_tax_again_failed(), error),
    refresh: [adminKeys.taxRecords, adminKeys.orders],
  });
}

function sentenceOf({ kind, amount, failure }: TaxRecord): string {
  const values = { amount: formatAmount(amount), why: whyOf(failure ?? '') };
  return kind === 'sale' ? m.admin_tax_record_sale_look(values) : m.admin_tax_record_refund_look(values);
}

function whyOf(failure: string): string {
  if (failure === 'other_tax') return m.admin_tax_why_other_tax();
  if (failure === 'exempt') return m.admin_tax_why_exempt();
  return failure === 'refund_failed' ? m.admin_tax_why_refund_failed() : m.admin_tax_why_refused({ code: failure });
}
