/** The form's fields, in the order in which they stand. */
export type InquiryField =
  | 'businessName'
  | 'contactName'
  | 'email'
  | 'phone'
  | 'storeType'
  | 'location'
  | 'message'
  | 'preferredLanguage';
/** With the field that only robots fill. */
export type InquiryDraft = Record<InquiryField | 'website', string>;
/** What is wrong, by field, as codes of the shared schema. */
export type InquiryErrors = Partial<Record<InquiryField, string>>;
