import { contentEditor } from '#server/features/content/editor.ts';
import type { ContentDeps, ContentItem } from '#server/features/content/service.ts';
import type { AdminShippingRules, ShippingRulesChange } from '#shared/shipping/rules.ts';
import { RULES_ID, SHIPPING_CONTENT, shippingRulesKind, toShippingRules } from './rules.ts';

const editor = contentEditor(shippingRulesKind, SHIPPING_CONTENT, toWire);

/** The rules with their draft. */
export const getShippingRules = (deps: Pick<ContentDeps, 'db'>) => editor.read(deps, RULES_ID);

/** @throws AppError `stale_version` with the rules as `current` · `validation` */
export const saveShippingRules = (
  deps: ContentDeps,
  { version, publish: isPublished, ...fields }: ShippingRulesChange,
) => editor.save(deps, RULES_ID, { fields, version, isPublished });

/** Restores and publishes the brand's rules. @throws AppError `stale_version` */
export const resetShippingRules = (deps: ContentDeps, version: number | undefined) =>
  editor.reset(deps, RULES_ID, version);

function toWire({ version, origin, changed, fields, published }: ContentItem): AdminShippingRules {
  const { calendar, heat } = toShippingRules(published ?? {});
  return { ...toShippingRules(fields), published: { calendar, heat }, version, origin, changed: [...changed] };
}
