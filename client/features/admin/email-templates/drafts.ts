export type Draft = { subject: string; body: string };

/**
 * What was typed and neither saved nor let go, by template and language: Back leaves the editor without a question, so
 * it must find the words again. Lives as long as the page.
 */
const drafts = new Map<string, Draft>();

export const draftKey = (templateKey: string | null, language: string) => `${templateKey ?? ''}-${language}`;

export function readDraft(key: string): Draft | undefined {
  return drafts.get(key);
}

/** `null` lets it go. */
export function keepDraft(key: string, draft: Draft | null): void {
  if (draft) drafts.set(key, draft);
  else drafts.delete(key);
}
