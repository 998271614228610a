import type { BaseDeps } from '#server/deps.ts';
import type { RateSource } from './rate-source.ts';
import { rateTable } from './rate-table.ts';
import { shippoRates, withFallback } from './shippo.ts';

/** Shippo when its token is set, else the built-in table; both when the settings ask for the table as a fallback. */
export function buildRates({ config, log }: Pick<BaseDeps, 'config' | 'log'>): RateSource {
  if (!config.shippo) return rateTable;
  const shippo = shippoRates(config.shippo);
  return config.shippo.fallback === 'table' ? withFallback(shippo, rateTable, log) : shippo;
}
