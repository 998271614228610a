import { type CsvColumn, csvPhone, csvTime, csvWord } from '#server/plugins/tables/csv-headings.ts';
import type { Inquiry } from '#shared/wholesale/admin-wholesale.ts';

export const inquiryColumns: CsvColumn<Inquiry>[] = [
  ['admin_csv_date', (inquiry) => csvTime(inquiry.createdAt)],
  ['admin_csv_status', (inquiry, language) => csvWord(`admin_status_${inquiry.status}`, language)],
  ['admin_csv_business', (inquiry) => inquiry.businessName],
  ['admin_csv_contact', (inquiry) => inquiry.contactName],
  ['admin_csv_email', (inquiry) => inquiry.email],
  ['admin_csv_phone', (inquiry) => csvPhone(inquiry.phone)],
  ['admin_csv_store_type', (inquiry) => inquiry.storeType],
  ['admin_csv_location', (inquiry) => inquiry.location],
  ['admin_csv_message', (inquiry) => inquiry.message],
  ['admin_csv_language', (inquiry) => inquiry.preferredLanguage],
  ['admin_csv_notes', (inquiry) => inquiry.notes],
  ['admin_csv_id', (inquiry) => inquiry.id],
];
