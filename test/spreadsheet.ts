/**
 * Parses CSV like spreadsheets: fields may be quoted, quotes in them are doubled, and text after a closing quote before
 * the next separator belongs to the field.
 *
 * @param separator a comma, or another country's separator
 */
export function readCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [[]];
  let field = '';
  let isQuoted = false;
  const source = text.replace(/^\ufeff/, '');
  for (let i = 0; i < source.length; i++) {
    const character = source[i];
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (source[i + 1] === '"') {
        field += '"';
        i += 1;
      } else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === separator || character === '\n') {
      rows.at(-1)?.push(field);
      field = '';
      if (character === '\n') rows.push([]);
    } else if (character !== '\r' || source[i + 1] !== '\n') field += character;
  }
  if (field !== '') rows.at(-1)?.push(field);
  return rows.filter((row) => row.length > 0);
}

/**
 * Whether a spreadsheet calculates a cell instead of showing it (OWASP, CSV Injection): text that starts like a
 * formula, after blanks that some of them drop. A signed number is a number.
 */
export function isLiveFormula(cell: string): boolean {
  const text = cell.normalize('NFKC').replace(/^[\s\0\u200b\u2060\ufeff]+/, '');
  return /^[=+\-@|%]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text);
}
