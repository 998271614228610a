import type { BaseDeps } from '#server/deps.ts';
import type { TaxProvider } from './provider.ts';
import { tableTaxes } from './table-taxes.ts';

/** Stripe Tax if the settings say so, else the owner's own table of rates. */
export async function buildTaxes({ config }: Pick<BaseDeps, 'config'>): Promise<TaxProvider> {
  const { stripe, taxProvider } = config;
  if (taxProvider !== 'stripe' || !stripe) return tableTaxes();
  const { stripeTaxes } = await import('./stripe-taxes.ts');
  return stripeTaxes(stripe);
}
