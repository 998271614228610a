import * as m from '#messages';
import { emailErrorText } from '../../lib/email-error.ts';
import type { InquiryField } from './inquiry-draft.ts';

/** The text of a schema's code. */
export function inquiryErrorText(field: InquiryField, code: string): string {
  if (code === 'too_long') return m.inquiry_too_long();
  if (code === 'text_unsafe') return m.inquiry_unsafe();
  switch (field) {
    case 'businessName':
      return m.inquiry_missing_business();
    case 'contactName':
      return m.inquiry_missing_contact();
    case 'email':
      return emailErrorText(code) ?? m.inquiry_invalid_email();
    case 'phone':
      return m.inquiry_short_phone();
    case 'storeType':
      return m.inquiry_missing_type();
    default:
      return m.inquiry_missing_location();
  }
}
