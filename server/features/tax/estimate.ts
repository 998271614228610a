import type { Logger } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import type { OrderTaxes } from '#shared/tax/tax.ts';
import type { TaxedSale, TaxProvider } from './provider.ts';
import { tableTaxes } from './table-taxes.ts';

/**
 * The tax of a sale by the provider, or, while that does not answer, by the owner's own rate for the state. It never
 * guesses: without a rate, nothing is sold until the provider answers.
 *
 * @throws AppError `tax_unavailable` · `tax_address`
 * @see docs/decisions/0044-tax-by-a-port.md
 */
export async function estimateTaxes(
  { taxes, log }: { taxes: TaxProvider; log: Logger },
  sale: TaxedSale,
  shippingCents: readonly number[],
): Promise<OrderTaxes[]> {
  try {
    return await taxes.estimate(sale, shippingCents);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'tax_unavailable' || !sale.rule) throw error;
    log.warn({ event: 'tax_by_table', err: error }, 'the tax provider did not answer: the rate of the table holds');
    const estimates = await tableTaxes().estimate(sale, shippingCents);
    return estimates.map((each) => ({ ...each, line: { ...each.line, reason: 'by_table' } }));
  }
}
