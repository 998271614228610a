import type { FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '#server/errors.ts';

/** The boundaries and headers of a body with one file. */
const FORM_BYTES = 64 * 1024;

/** The limit of a body that holds one file. */
export const uploadBodyLimit = (fileBytes: number): number => fileBytes + FORM_BYTES;

/**
 * The only file of a form, in a field of any name.
 *
 * @param tooLarge the error for a larger file
 * @throws AppError `picture_missing` no file, two files, or a truncated form · `content_type`
 */
export async function readUploadedFile(
  request: FastifyRequest,
  fileBytes: number,
  tooLarge: ErrorCode,
): Promise<{ name: string; content: Buffer }> {
  if (Number(request.headers['content-length'] ?? 0) > uploadBodyLimit(fileBytes)) throw new AppError(tooLarge);
  if (!request.isMultipart()) throw new AppError('content_type');
  const limits = { fileSize: fileBytes, files: 1, fields: 4, fieldSize: 1_024, parts: 5, headerPairs: 20 };
  try {
    let found: { name: string; content: Buffer } | null = null;
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') found = { name: part.filename ?? '', content: await part.toBuffer() };
    }
    if (found) return found;
  } catch (error) {
    const { code } = error as { code?: string };
    throw new AppError(code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge : 'picture_missing', { cause: error });
  }
  throw new AppError('picture_missing');
}
