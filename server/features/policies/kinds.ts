import { readFileSync } from 'node:fs';
import { policiesWrittenOn } from '#brand/policies/words.ts';
import { AppError } from '#server/errors.ts';
import type { ContentKind, Fields } from '#server/features/content/kind.ts';
import { POLICY_KINDS, type PolicyKind, placeholdersLeft } from '#shared/content/policy-page.ts';
import { forEachLanguage, LANGUAGES, type Localized } from '#shared/core/language.ts';

/** A policy as saved. `body` is Markdown; `updatedOn` the day of its last change. */
export type PolicyFields = { summary: Localized; body: Localized; updatedOn: string; isSample: boolean };

/** Located by a module, because an owner's `my-brand/` replaces `brand/` (package.json, imports). */
const FOLDER = new URL('.', import.meta.resolve('#brand/policies/words.ts'));

/** The starting texts, read from brand/policies once. A file without a `summary:` line stops the start. */
const defaults: ReadonlyMap<PolicyKind, PolicyFields> = new Map(
  POLICY_KINDS.map((kind) => {
    const texts = forEachLanguage((language) => {
      const path = `${language}/${kind}.md`;
      const [, summary, body] =
        /^summary: *(.+)\r?\n\s*([\s\S]+)$/.exec(readFileSync(new URL(path, FOLDER), 'utf8')) ?? [];
      if (!summary || !body) {
        throw new Error(`brand/policies/${path} needs a first line "summary: …" and a body below it`);
      }
      return { summary: summary.trim(), body: body.trim() };
    });
    const pick = (name: 'summary' | 'body') => forEachLanguage((language) => texts[language][name]);
    return [kind, { summary: pick('summary'), body: pick('body'), updatedOn: policiesWrittenOn, isSample: true }];
  }),
);

const EMPTY = forEachLanguage(() => '');

/** Saved fields as a policy's; fields added by this version of the shop are empty. */
export function toPolicyFields(fields: Fields): PolicyFields {
  return { summary: EMPTY, body: EMPTY, updatedOn: policiesWrittenOn, isSample: false, ...fields };
}

/** What prevents a policy from being published: an empty text, or one with placeholders left. */
export function missingInPolicy({ summary, body }: PolicyFields): { path: string; left: string[] }[] {
  return Object.entries({ summary, body }).flatMap(([field, texts]) =>
    LANGUAGES.flatMap((language) => {
      const left = placeholdersLeft(texts[language]);
      const isMissing = texts[language].trim() === '' || left.length > 0;
      return isMissing ? [{ path: `${field}.${language}`, left }] : [];
    }),
  );
}

/** Policies, as content that the owner can change. */
export const policyKind: ContentKind = {
  kind: 'policy',
  defaults,
  nameOf: (id) => id,
  check: (changes) => {
    const issues = changes.flatMap(({ after }) =>
      missingInPolicy(toPolicyFields(after ?? {})).map(({ path, left }) => ({
        path,
        code: left.length > 0 ? 'placeholder_left' : 'required',
      })),
    );
    if (issues.length > 0) throw new AppError('validation', { issues });
  },
};

export const POLICY_CONTENT: readonly ContentKind[] = [policyKind];
