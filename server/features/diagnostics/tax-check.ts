import { findOpenTaxRecords } from '#server/features/tax/records.ts';
import { listTaxRegistrations } from '#server/features/tax/service.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { CALL_MS, type CheckResult, type DiagnosticsDeps } from './check-result.ts';

/** Who calculates sales tax, and whether the collected tax is recorded there. */
export async function checkTax({ config, clock, database }: DiagnosticsDeps): Promise<CheckResult> {
  const check = 'tax';
  if (config.taxProvider === 'stripe' && config.stripe) {
    const { probeStripeTax } = await import('#server/features/tax/stripe-tax-probe.ts');
    const { kind } = await probeStripeTax(config.stripe, CALL_MS);
    if (kind !== 'active') return { check, state: 'fault', code: `tax_${kind}` };
  }
  if (database.isOpen) {
    const { look, waiting, orderIds } = await findOpenTaxRecords({ db: database.db, clock });
    const orders = orderIds.map(orderNumber).join(', ');
    if (look > 0) return { check, state: 'warning', code: 'tax_look', values: { count: look, orders } };
    if (waiting > 0) return { check, state: 'warning', code: 'tax_waiting', values: { count: waiting } };
    if (config.taxProvider === 'table') {
      const count = (await listTaxRegistrations({ db: database.db })).length;
      return { check, state: 'ok', code: count > 0 ? 'tax_table' : 'tax_none', values: { count } };
    }
  }
  return { check, state: 'ok', code: config.taxProvider === 'stripe' ? 'tax_active' : 'tax_own' };
}
