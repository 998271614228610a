import { isDeepStrictEqual } from 'node:util';
import { pageTexts } from '#brand/texts/tables.ts';
import type { Executor } from '#server/db/connect.ts';
import { contentEditor } from '#server/features/content/editor.ts';
import { type ContentDeps, type ContentItem, findContent, listContent } from '#server/features/content/service.ts';
import { bestOf } from '#shared/admin/find-rank.ts';
import type { Changed } from '#shared/content/item.ts';
import type { AdminPolicy, PolicyChange } from '#shared/content/policies.ts';
import { POLICY_KINDS, type PolicyKind } from '#shared/content/policy-page.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { missingInPolicy, POLICY_CONTENT, policyKind, toPolicyFields } from './kinds.ts';

export const policyEditor = contentEditor(policyKind, POLICY_CONTENT, toWire);

/**
 * Saves a policy: as a draft, or with `publish` at once. From then on it is the owner's, not a sample.
 *
 * @throws AppError `stale_version` with the policy as `current` · `validation` with what is missing or left to fill in
 */
export async function savePolicy(
  deps: ContentDeps,
  kind: string,
  { version, publish, summary, body }: PolicyChange,
): Promise<Changed<AdminPolicy>> {
  const item = await findContent(deps, policyKind, kind);
  const shown = item?.published && toPolicyFields(item.published);
  // The same words again change nothing, including the day.
  const isSame = shown && !shown.isSample && isDeepStrictEqual({ summary, body }, pickTexts(shown));
  const updatedOn = isSame ? shown.updatedOn : shopDay(deps.clock.now());
  return policyEditor.save(deps, kind, { summary, body, updatedOn, isSample: false, version, publish });
}

/** The policies that are still the starting texts: a shop with any of them is not ready to sell. */
export async function listSamplePolicies(db: Executor): Promise<PolicyKind[]> {
  const items = await listContent({ db: db as ContentDeps['db'] }, policyKind);
  const samples = new Set(
    items.filter(({ published }) => toPolicyFields(published ?? {}).isSample).map(({ id }) => id),
  );
  return POLICY_KINDS.filter((kind) => samples.has(kind));
}

/** Policies whose name or texts have these words. */
export async function findPolicies(db: Executor, q: string, limit: number): Promise<{ kind: PolicyKind }[]> {
  const items = await listContent({ db: db as ContentDeps['db'] }, policyKind);
  const found = bestOf(items, q, {
    textsOf: ({ id, fields }) => {
      const { summary, body } = toPolicyFields(fields);
      const names = LANGUAGES.map((language) => pageTexts.site[language][`policy_${id as PolicyKind}`]);
      return [...names, ...Object.values(summary), ...Object.values(body)];
    },
    limit,
  });
  return found.map(({ id }) => ({ kind: id as PolicyKind }));
}

function toWire({ id, version, origin, changed, fields, published }: ContentItem): AdminPolicy {
  const policy = toPolicyFields(fields);
  return {
    kind: id as PolicyKind,
    ...pickTexts(policy),
    version,
    origin,
    changed,
    isSample: toPolicyFields(published ?? {}).isSample,
    updatedOn: policy.updatedOn,
    missing: missingInPolicy(policy),
  };
}

const pickTexts = ({ summary, body }: Pick<AdminPolicy, 'summary' | 'body'> | ReturnType<typeof toPolicyFields>) => ({
  summary: { ...summary },
  body: { ...body },
});
