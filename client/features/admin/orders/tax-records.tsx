import * as m from '#messages';
import type { TaxRecord } from '#shared/tax-lines.ts';
import { formatAmount } from '../format.ts';

/** What the tax provider has not, or not rightly, recorded of an order. */
export function TaxRecords({ records }: { records: readonly TaxRecord[] }) {
  const open = records.filter(({ state }) => state === 'look');
  return open.map((record) => (
    <p key={record.id} role="status" className="mt-3 border-guayaba border-l-4 pl-3 text-[0.95rem]">
      {sentenceOf(record)}
    </p>
  ));
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
