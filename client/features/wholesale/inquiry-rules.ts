import * as z from 'zod/mini';
import { inquiryInputSchema } from '#shared/wholesale.ts';

// Needed no sooner than the rules are.
export { wordsOfFault } from './fault-words.ts';

export type InquiryField =
  | 'businessName'
  | 'contactName'
  | 'email'
  | 'phone'
  | 'storeType'
  | 'location'
  | 'message'
  | 'preferredLanguage';
export type InquiryDraft = Record<InquiryField | 'website', string>;
/** What is wrong, by field, as codes of the shared schema. */
export type InquiryFaults = Partial<Record<InquiryField, string>>;

/** What is wrong with the form: the first fault of each field; empty when it may be sent. */
export function findInquiryFaults(draft: InquiryDraft): InquiryFaults {
  const result = z.safeParse(inquiryInputSchema, draft);
  const faults: InquiryFaults = {};
  for (const issue of result.error?.issues ?? []) faults[issue.path[0] as InquiryField] ??= issue.message;
  return faults;
}
