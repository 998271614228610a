import type { BaseDeps } from '#server/deps.ts';
import type { TaxProvider } from './provider.ts';
import { stripeTaxes } from './stripe-taxes.ts';
import { tableTaxes } from './table-taxes.ts';

/** Stripe Tax where the settings say so, else the owner's own table of rates. */
export function buildTaxes({ config }: Pick<BaseDeps, 'config'>): TaxProvider {
  const { stripe, taxProvider } = config;
  return taxProvider === 'stripe' && stripe ? stripeTaxes(stripe) : tableTaxes();
}
