import type * as z from 'zod/mini';
import { type App, requestLanguage } from '#server/deps.ts';
import type { Language } from '#shared/core/language.ts';
import { type CsvColumn, csvHeadings } from './csv-headings.ts';
import { csvParts, primed, sendParts } from './streams.ts';
import type { Sheet } from './xlsx.ts';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
/** `name` is without the extension. */
type Table = Sheet & { name: string };

/** The records of the batches in these columns. */
export function tableOf<T>(
  name: string,
  columns: readonly CsvColumn<T>[],
  batches: AsyncGenerator<T[]>,
  language: Language,
): Table {
  const rows = async function* () {
    for await (const batch of batches) yield batch.map((row) => columns.map(([, fill]) => fill(row, language)));
  };
  return {
    name,
    headings: csvHeadings(columns, language),
    isAmount: columns.map(([, , kind]) => kind === 'amount'),
    batches: rows(),
  };
}

/**
 * GET `path`.csv and `path`.xlsx: the same table, for programs and for spreadsheets, which guess the type of CSV
 * fields: docs/decisions/0033-csv-for-spreadsheets.md. The first batch is read before the answer begins.
 */
export function addTableRoutes<Query extends z.ZodMiniType>(
  app: App,
  path: string,
  querystring: Query,
  table: (query: z.output<Query>, language: Language) => Table,
): void {
  for (const ending of ['csv', 'xlsx'] as const) {
    const produces = [TYPES[ending].split(';', 1)[0] ?? ''];
    app.get(`${path}.${ending}`, { schema: { querystring, produces } }, async (request, reply) => {
      const { name, ...sheet } = table(request.query as z.output<Query>, requestLanguage(request));
      const batches = await primed(sheet.batches);
      reply.type(TYPES[ending]).header('content-disposition', `attachment; filename="${name}.${ending}"`);
      if (ending === 'csv') return sendParts(reply, csvParts(sheet.headings, batches));
      const { xlsxParts } = await import('./xlsx.ts');
      return sendParts(reply, xlsxParts({ ...sheet, batches }));
    });
  }
}
