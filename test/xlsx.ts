import { strFromU8, unzipSync } from 'fflate';
import type { CsvValue } from '#server/plugins/tables/streams.ts';
import { xlsxParts } from '#server/plugins/tables/xlsx.ts';

/** A cell as stored: its type in the file (`inlineStr` for text, `n` for a number), and its value. */
export type XlsxCell = { type: string; value: string };

/** The rows of the first sheet of an Excel file, without empty cells. */
export function readXlsx(file: Uint8Array): Map<string, XlsxCell>[] {
  const files = unzipSync(file);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const plain = (xml: string) =>
    xml
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  return [...text('xl/worksheets/sheet1.xml').matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells = [...row.matchAll(/<c r="([A-Z]+)\d+"([^>]*)>(.*?)<\/c>/gs)];
    return new Map(
      cells.map(([, column = '', attributes = '', xml = '']) => {
        const type = / t="(\w+)"/.exec(attributes)?.[1] ?? 'n';
        return [column, { type, value: plain(xml) }];
      }),
    );
  });
}

/** A file of these rows, each in a separate batch. */
export async function makeXlsx(headings: string[], rows: CsvValue[][], isAmount: boolean[] = []): Promise<Buffer> {
  const batches = async function* () {
    for (const row of rows) yield [row];
  };
  const parts: Uint8Array[] = [];
  for await (const part of xlsxParts({ headings, isAmount, batches: batches() })) parts.push(part);
  return Buffer.concat(parts);
}
