import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { CsvValue } from './streams.ts';

/** `isAmount` by column: two-decimal text is written as a number. */
export type Sheet = {
  headings: readonly string[];
  isAmount: readonly boolean[];
  batches: AsyncGenerator<CsvValue[][]>;
};

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OF_DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Indexes of the styles below in `cellXfs`. */
const [HEADING, AMOUNT] = [1, 2];

/** All parts except the sheet (ECMA-376, part 1: 12.3). */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OF_DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OF_DOCUMENT}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OF_DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OF_DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  // Number format 4 is #,##0.00 in the reader's own notation.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/**
 * An Excel file of any number of rows, made batch by batch. Libraries build it in memory in one go, which blocks the
 * shop (20,000 rows of 32 cells: 14 s and 520 MB). Text cells stay text, whatever they look like.
 */
export async function* xlsxParts({ headings, isAmount, batches }: Sheet): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const take = () => {
    const taken = made;
    made = [];
    return taken;
  };
  for (const [name, xml] of Object.entries(PARTS)) {
    const part = new ZipPassThrough(name);
    zip.add(part);
    part.push(strToU8(XML + xml), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 1 });
  zip.add(sheet);
  const freeze =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>';
  const head = rowXml(
    1,
    headings.map((heading, i) => textCell(`${columnName(i)}1`, heading, HEADING)),
  );
  sheet.push(strToU8(`${XML}<worksheet xmlns="${MAIN}">${freeze}<sheetData>${head}`));
  yield* take();
  let before = 1;
  for await (const batch of batches) {
    const rows = batch.map((values, at) => {
      const row = before + at + 1;
      return rowXml(
        row,
        values.map((value, i) => cell(`${columnName(i)}${row}`, value, isAmount[i] ?? false)),
      );
    });
    before += batch.length;
    sheet.push(strToU8(rows.join('')));
    yield* take();
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  yield* take();
}

const rowXml = (row: number, cells: string[]) => `<row r="${row}">${cells.join('')}</row>`;

function cell(ref: string, value: CsvValue, isAmount: boolean): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return `<c r="${ref}"><v>${value}</v></c>`;
  return isAmount ? `<c r="${ref}" s="${AMOUNT}"><v>${Number(value)}</v></c>` : textCell(ref, value);
}

/** The longest text that Excel accepts in a cell. */
const MAX_TEXT = 32_767;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 does not allow them
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function textCell(ref: string, text: string, style = 0): string {
  const xml = text
    .slice(0, MAX_TEXT)
    .replace(NOT_IN_XML, '')
    .replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
  return `<c r="${ref}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${xml}</t></is></c>`;
}

/** 0 is A, 26 is AA. */
function columnName(i: number): string {
  return (i >= 26 ? columnName(Math.floor(i / 26) - 1) : '') + String.fromCharCode(65 + (i % 26));
}
