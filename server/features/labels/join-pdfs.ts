import { AppError } from '#server/errors.ts';

/**
 * The pages of all files, in their order. Requests are answered between two files.
 *
 * @throws AppError `label_unjoined` one of them cannot be read
 */
export async function joinPdfs(files: readonly Buffer[]): Promise<Buffer> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  try {
    const joined = await PDFDocument.create();
    for (const file of files) {
      const one = await PDFDocument.load(file);
      for (const page of await joined.copyPages(one, one.getPageIndices())) joined.addPage(page);
      await new Promise(setImmediate);
    }
    return Buffer.from(await joined.save());
  } catch (error) {
    throw new AppError('label_unjoined', { cause: error });
  }
}
