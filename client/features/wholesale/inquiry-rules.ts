import * as z from 'zod/mini';
import { inquiryInputSchema } from '#shared/wholesale.ts';
import type { InquiryDraft, InquiryErrors, InquiryField } from './inquiry-draft.ts';

// Needed no sooner than the rules are.
export { inquiryErrorText } from './inquiry-error-text.ts';

/** What is wrong with the form: the first error of each field; empty when it may be sent. */
export function findInquiryErrors(draft: InquiryDraft): InquiryErrors {
  const result = z.safeParse(inquiryInputSchema, draft);
  const errors: InquiryErrors = {};
  for (const issue of result.error?.issues ?? []) errors[issue.path[0] as InquiryField] ??= issue.message;
  return errors;
}
