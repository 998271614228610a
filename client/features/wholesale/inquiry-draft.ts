/** The form's fields, in order. */
export type InquiryField =
  | 'businessName'
  | 'contactName'
  | 'email'
  | 'phone'
  | 'storeType'
  | 'location'
  | 'message'
  | 'preferredLanguage';
/** Includes the hidden field that only robots fill. */
export type InquiryDraft = Record<InquiryField | 'website', string>;
/** Error codes of the shared schema, by field. */
export type InquiryErrors = Partial<Record<InquiryField, string>>;
