import * as z from 'zod/mini';
import { inquiryInputSchema } from '#shared/wholesale/wholesale.ts';
import { callApi } from '../../lib/api-client.ts';
import type { InquiryDraft, InquiryErrors, InquiryField } from './inquiry-draft.ts';

// Exported from here, so that the texts are loaded with the rules.
export { inquiryErrorText } from './inquiry-error-text.ts';

/** The first error of each field; empty when the form is valid. */
export function findInquiryErrors(draft: InquiryDraft): InquiryErrors {
  const result = z.safeParse(inquiryInputSchema, draft);
  const errors: InquiryErrors = {};
  for (const issue of result.error?.issues ?? []) errors[issue.path[0] as InquiryField] ??= issue.message;
  return errors;
}

/** @throws ApiError when the server refused it; TypeError without a network */
export async function sendInquiry(inquiry: InquiryDraft): Promise<void> {
  await callApi('/api/wholesale-inquiries', { method: 'POST', payload: inquiry });
}
