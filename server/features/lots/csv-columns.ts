import { type CsvColumn, csvPhone, csvTime, csvWord } from '#server/plugins/tables/csv-headings.ts';
import type { RecallRow } from '#shared/lots/recalls.ts';
import { orderNumber } from '#shared/orders/orders.ts';

export const recallColumns: CsvColumn<RecallRow>[] = [
  ['admin_csv_number', ({ orderId }) => orderNumber(orderId)],
  ['admin_csv_spoken_number', ({ number }) => number],
  ['admin_csv_date', ({ createdAt }) => csvTime(createdAt)],
  ['admin_csv_status', ({ status }, language) => csvWord(`admin_status_${status}`, language)],
  ['admin_csv_customer', ({ customerName }) => customerName],
  ['admin_csv_email', ({ email }) => email],
  ['admin_csv_phone', ({ phone }) => csvPhone(phone)],
  ['admin_csv_language', ({ language }) => language],
  ['admin_csv_quantity', ({ quantity }) => quantity],
  [
    'admin_csv_recall_lot',
    ({ isSure }, language) => csvWord(isSure ? 'recall_lot_sure' : 'recall_lot_maybe', language),
  ],
  ['admin_csv_recall_outcome', ({ outcome }, language) => csvWord(`recall_outcome_${outcome}`, language)],
];
