import * as z from 'zod/mini';
import { inquiryInputSchema } from '#shared/wholesale.ts';
import type { InquiryDraft, InquiryErrors, InquiryField } from './inquiry-draft.ts';

// Exported here because the texts are not needed before the rules.
export { inquiryErrorText } from './inquiry-error-text.ts';

/** The first error of each field; empty when the form is valid. */
export function findInquiryErrors(draft: InquiryDraft): InquiryErrors {
  const result = z.safeParse(inquiryInputSchema, draft);
  const errors: InquiryErrors = {};
  for (const issue of result.error?.issues ?? []) errors[issue.path[0] as InquiryField] ??= issue.message;
  return errors;
}
