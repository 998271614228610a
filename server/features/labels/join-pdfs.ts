import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { AppError } from '#server/errors.ts';

/** Four by six inches in points. */
const NOTICE_SIZE: [number, number] = [288, 432];
const MARGIN = 24;

/**
 * Joins the pages of all files, in order. A file protected against changes is readable with an empty password (ISO
 * 32000-1, 7.6.3). Other requests are served between two files.
 *
 * @param noticeOf the text of the page that replaces an unreadable file; without it such a file is an error
 * @throws AppError `label_unjoined` one of them, or with `noticeOf` all of them, cannot be read
 */
export async function joinPdfs(files: readonly Buffer[], noticeOf?: (index: number) => string): Promise<Buffer> {
  const pdf = await import('@cantoo/pdf-lib');
  const joined = await pdf.PDFDocument.create();
  let failed = 0;
  for (const [i, file] of files.entries()) {
    try {
      const one = await pdf.PDFDocument.load(file, { password: '' });
      const pages: PDFPage[] = await joined.copyPages(one, one.getPageIndices());
      for (const page of pages) joined.addPage(page);
    } catch (error) {
      failed += 1;
      if (!noticeOf || failed === files.length) throw new AppError('label_unjoined', { cause: error });
      await addNotice(joined, pdf.StandardFonts.Helvetica, noticeOf(i));
    }
    await new Promise(setImmediate);
  }
  return Buffer.from(await joined.save());
}

async function addNotice(joined: PDFDocument, fontName: string, words: string): Promise<void> {
  const font = await joined.embedFont(fontName);
  const [width, height] = NOTICE_SIZE;
  joined.addPage(NOTICE_SIZE).drawText(words, {
    font,
    size: 16,
    lineHeight: 22,
    x: MARGIN,
    y: height - 3 * MARGIN,
    maxWidth: width - 2 * MARGIN,
  });
}
