import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import type { OpenTaxRecord } from '#shared/tax/lines.ts';
import { adminKeys } from '../keys.ts';
import { OpenRecord } from './tax-records.tsx';

/** Records that the tax provider refused, of all orders; renders nothing if there are none. */
export function OpenRecords() {
  const { data = [] } = useQuery<OpenTaxRecord[]>({ queryKey: adminKeys.taxRecords });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="tax-records" className="mt-10">
      <h2 id="tax-records" className="text-h3">
        {m.admin_tax_open()}
      </h2>
      <p className="mt-1 max-w-prose text-[0.95rem] text-ink-soft">{m.admin_tax_open_text()}</p>
      <ul className="mt-2">
        {data.map((record) => (
          <li key={record.id} className="mt-4">
            <Link href={adminPath('orders', { open: record.orderId })} className="font-semibold underline">
              {m.admin_tax_open_order({ number: orderNumber(record.orderId) })}
            </Link>
            <OpenRecord record={record} />
          </li>
        ))}
      </ul>
    </section>
  );
}
