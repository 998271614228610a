import type { BaseDeps } from '#server/deps.ts';
import type { RateSource } from './rate-source.ts';
import { rateTable } from './rate-table.ts';
import type { CurrentShippingRules } from './rules.ts';
import { shippoRates, withFallback } from './shippo.ts';

/** Shippo when its token is set, else the built-in table; both when the settings ask for the table as a fallback. */
export function buildRates({
  config,
  log,
  shippingRules,
  facts,
}: Pick<BaseDeps, 'config' | 'log' | 'shippingRules' | 'facts'>): RateSource {
  const table = rateTable(shippingRules);
  if (!config.shippo) return table;
  const shippo = withMargin(shippoRates(config.shippo, facts), shippingRules);
  return config.shippo.fallback === 'table' ? withFallback(shippo, table, log) : shippo;
}

/** A carrier's live prices with the owner's margin; never 0, which is reserved for free shipping. */
function withMargin(source: RateSource, rules: CurrentShippingRules): RateSource {
  return {
    async listRates(parcel) {
      const rates = await source.listRates(parcel);
      const { percent, cents } = rules().margin;
      return rates.map((rate) => ({
        ...rate,
        amountCents: Math.max(1, Math.round((rate.amountCents * (100 + percent)) / 100) + cents),
      }));
    },
  };
}
