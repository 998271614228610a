import type { BaseDeps } from '#server/deps.ts';
import { rateTable } from '#server/features/shipping/rate-table.ts';
import type { LabelCarrier } from './carrier.ts';
import { shippoCarrier } from './shippo-carrier.ts';
import { tableCarrier } from './table-carrier.ts';

/** Shippo when its token is set, else the built-in carrier, whose labels are samples. */
export function buildCarrier({
  config,
  shippingRules,
  facts,
}: Pick<BaseDeps, 'config' | 'shippingRules' | 'facts'>): LabelCarrier {
  return config.shippo ? shippoCarrier(config.shippo, facts) : tableCarrier(rateTable(shippingRules), facts);
}
