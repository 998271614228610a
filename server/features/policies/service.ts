import { isDeepStrictEqual } from 'node:util';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import {
  type ContentDeps,
  type ContentItem,
  findContent,
  listContent,
  publish,
  saveDraft,
} from '#server/features/content/service.ts';
import type { AdminPolicy, ChangedPolicy, PolicyChange } from '#shared/content/policies.ts';
import { POLICY_KINDS, type PolicyKind } from '#shared/content/policy-page.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { missingInPolicy, POLICY_CONTENT, policyKind, toPolicyFields } from './kinds.ts';

/** All policies with their drafts, in the order of their links. */
export async function listPolicies(deps: Pick<ContentDeps, 'db'>): Promise<AdminPolicy[]> {
  const items = new Map((await listContent(deps, policyKind)).map((item) => [item.id, item]));
  return POLICY_KINDS.flatMap((kind) => {
    const item = items.get(kind);
    return item ? [toWire(item)] : [];
  });
}

/** @throws AppError `not_found` */
export async function getPolicy(deps: Pick<ContentDeps, 'db'>, kind: PolicyKind): Promise<AdminPolicy> {
  const item = await findContent(deps, policyKind, kind);
  if (!item) throw new AppError('not_found');
  return toWire(item);
}

/**
 * Saves a policy: as a draft, or with `publish` at once. From then on it is the owner's, and no sample.
 *
 * @throws AppError `stale_version` with the policy as `current` · `validation` with what is missing or left to fill in
 */
export async function savePolicy(
  deps: ContentDeps,
  kind: PolicyKind,
  { version, publish: isPublished = false, summary, body }: PolicyChange,
): Promise<ChangedPolicy> {
  const item = await findContent(deps, policyKind, kind);
  const shown = item?.published && toPolicyFields(item.published);
  // The same words again change nothing, and get no later day.
  const isSame = shown && !shown.isSample && isDeepStrictEqual({ summary, body }, pickTexts(shown));
  const updatedOn = isSame ? shown.updatedOn : shopDay(deps.clock.now());
  const fields = { summary, body, updatedOn, isSample: false };
  if (!isPublished) {
    const draft = await saveDraft(deps, policyKind, { id: kind, fields, version }, toWire);
    return { ...toWire(draft), revision: null };
  }
  const request = { kind: policyKind.kind, id: kind, what: { fields }, version };
  const revision = await publish(deps, POLICY_CONTENT, [request], { asCaller: toWire });
  return { ...(await getPolicy(deps, kind)), revision: revision?.id ?? null };
}

/**
 * Brings the starting text back, and publishes that. What was public comes back by restoring the revision before.
 *
 * @throws AppError `stale_version`
 */
export async function resetPolicy(
  deps: ContentDeps,
  kind: PolicyKind,
  version: number | undefined,
): Promise<ChangedPolicy> {
  const request = { kind: policyKind.kind, id: kind, what: 'remove' as const, version };
  const revision = await publish(deps, POLICY_CONTENT, [request], { asCaller: toWire });
  return { ...(await getPolicy(deps, kind)), revision: revision?.id ?? null };
}

/** The policies that are still the starting texts: a shop that has any is not ready to sell. */
export async function listSamplePolicies(db: Executor): Promise<PolicyKind[]> {
  const items = await listContent({ db: db as ContentDeps['db'] }, policyKind);
  const samples = new Set(
    items.filter(({ published }) => toPolicyFields(published ?? {}).isSample).map(({ id }) => id),
  );
  return POLICY_KINDS.filter((kind) => samples.has(kind));
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
