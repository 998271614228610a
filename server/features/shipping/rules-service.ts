import { AppError } from '#server/errors.ts';
import {
  type ContentDeps,
  type ContentItem,
  findContent,
  publish,
  saveDraft,
} from '#server/features/content/service.ts';
import type { AdminShippingRules, ChangedShippingRules, ShippingRulesChange } from '#shared/shipping/rules.ts';
import { RULES_ID, SHIPPING_CONTENT, shippingRulesKind, toShippingRules } from './rules.ts';

/** The rules with their draft. */
export async function getShippingRules(deps: Pick<ContentDeps, 'db'>): Promise<AdminShippingRules> {
  const item = await findContent(deps, shippingRulesKind, RULES_ID);
  if (!item) throw new AppError('not_found');
  return toWire(item);
}

/**
 * Saves the rules: as a draft, or with `publish` at once.
 *
 * @throws AppError `stale_version` with the rules as `current` · `validation`
 */
export async function saveShippingRules(
  deps: ContentDeps,
  { version, publish: isPublished = false, ...fields }: ShippingRulesChange,
): Promise<ChangedShippingRules> {
  if (!isPublished) {
    const draft = await saveDraft(deps, shippingRulesKind, { id: RULES_ID, fields, version }, toWire);
    return { ...toWire(draft), revision: null };
  }
  return publishRules(deps, { fields }, version);
}

/** Brings the brand's rules back, and publishes that. @throws AppError `stale_version` */
export function resetShippingRules(deps: ContentDeps, version: number | undefined): Promise<ChangedShippingRules> {
  return publishRules(deps, 'remove', version);
}

async function publishRules(
  deps: ContentDeps,
  what: { fields: Omit<ShippingRulesChange, 'version' | 'publish'> } | 'remove',
  version: number | undefined,
): Promise<ChangedShippingRules> {
  const request = { kind: shippingRulesKind.kind, id: RULES_ID, what, version };
  const revision = await publish(deps, SHIPPING_CONTENT, [request], { asCaller: toWire });
  return { ...(await getShippingRules(deps)), revision: revision?.id ?? null };
}

function toWire({ version, origin, changed, fields, published }: ContentItem): AdminShippingRules {
  const { calendar, heat } = toShippingRules(published ?? {});
  return { ...toShippingRules(fields), published: { calendar, heat }, version, origin, changed: [...changed] };
}
