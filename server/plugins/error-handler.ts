import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { CursorError } from '#server/db/keyset.ts';
import { requestLanguage } from '#server/deps.ts';
import { AppError, ERRORS, type ErrorCode, errorText, type OwnWords } from '#server/errors.ts';
import { readIssue } from '#shared/core/issue.ts';
import { forEachLanguage, LANGUAGE_HEADER, type Language } from '#shared/core/language.ts';

/** Fastify's own errors, mapped to our codes. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content_type',
  FST_ERR_CTP_INVALID_TYPE: 'content_type',
  FST_ERR_CTP_EMPTY_TYPE: 'content_type',
  FST_ERR_NOT_FOUND: 'not_found',
};
/**
 * SQLSTATE classes and system codes of a database that is unreachable, full or too slow, which is not the request's
 * fault.
 */
const DATABASE_UNWELL = /^(08|53|57|25006$)|^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND)$/;
/** Driver messages that have no code. */
const DATABASE_UNWELL_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Query read timeout|The database thread has ended/;

/**
 * Turns every failure into `{message}` with the right status. Below 500 the text tells the reader what to do; at 500
 * only the log has the details.
 *
 * @param own reads what the owner has published
 */
export function addErrorHandler(app: FastifyInstance, own: () => OwnWords = () => ({})): void {
  app.setErrorHandler((thrown: unknown, request, reply) => {
    // Any value can be thrown, even undefined.
    const error =
      thrown instanceof Error ? (thrown as FastifyError) : new Error('no error was thrown', { cause: thrown });
    if (hasZodFastifySchemaValidationErrors(error)) {
      const issues = error.validation.map((issue) => ({
        path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
        code: issue.message ?? '',
      }));
      return reply.status(400).send(describeIssues(issues, request, own()));
    }
    const known = toAppError(error);
    if (known.issues) return reply.status(known.status).send(describeIssues(known.issues, request, own()));
    // A concurrency limit is not a failure; the request's log line records it.
    const isOverload = known.code === 'unavailable' && known.retryAfterSeconds !== undefined;
    if (isOverload) return send(reply, request, known, own());
    if (known.status >= 500) request.log.error({ event: 'request_failed', err: error }, 'request failed');
    else if (known.cause)
      request.log.info({ event: 'request_refused', err: known.cause, code: known.code }, 'request refused');
    return send(reply, request, known, own());
  });
}

function describeIssues(found: NonNullable<AppError['issues']>, request: FastifyRequest, own: OwnWords) {
  const language = requestLanguage(request);
  const issues = found.map(({ path, code }) => ({ path, message: issueText(code, language, own) }));
  // For a single bad field, its own text says more than "check your input".
  const [only] = found.length === 1 ? found : [];
  const textIn = (each: Language) => (only ? issueText(only.code, each, own) : errorText('validation', each, {}, own));
  return { ...messageIn(request, language, textIn), issues };
}

/** The text in one language; in every language for a page of the shop. */
function messageIn(request: FastifyRequest, language: Language, textIn: (language: Language) => string) {
  const isPage = request.headers[LANGUAGE_HEADER] !== undefined;
  return { message: textIn(language), ...(isPage && { messages: forEachLanguage(textIn) }) };
}

function issueText(message: string, language: Language, own: OwnWords): string {
  const { code, values } = readIssue(message);
  return errorText(/^[a-z_]+$/.test(code) ? `issue_${code}` : 'issue_invalid', language, values, own);
}

function toAppError(error: Error & Partial<FastifyError>): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof CursorError) return new AppError('cursor_invalid');
  const code = FRAMEWORK_CODES[error.code ?? ''];
  if (code) return new AppError(code);
  // Other errors below 500: Fastify refused the request's form (broken JSON, bad URL).
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError(error.statusCode === 429 ? 'too_many' : 'body_invalid', { cause: error });
  }
  if (causes(error).some(isTextRefused)) return new AppError('validation', { cause: error });
  if (causes(error).some(isDatabaseUnwell)) return new AppError('unavailable', { cause: error });
  return new AppError('internal', { cause: error });
}

/** The error and its causes; Drizzle wraps the driver's error. */
function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let e = error; e instanceof Error && found.length < 5; e = e.cause) found.push(e);
  return found;
}

/** SQLSTATE of a text that PostgreSQL cannot store, from input without a schema, such as a cursor or header. */
function isTextRefused(error: Error & { code?: unknown }): boolean {
  return error.code === '22021' || error.code === '22P05';
}

function isDatabaseUnwell(error: Error & { code?: unknown }): boolean {
  return DATABASE_UNWELL.test(String(error.code ?? '')) || DATABASE_UNWELL_WORDS.test(error.message);
}

function send(reply: FastifyReply, request: FastifyRequest, error: AppError, own: OwnWords) {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  const language = error.language ?? requestLanguage(request);
  const text = messageIn(request, language, (each) => error.text ?? errorText(error.words, each, error.values, own));
  const { code, current, challenge } = error;
  const isTold = current !== undefined || challenge !== undefined || ERRORS[code].isTold === true;
  return reply.status(error.status).send({ ...text, ...(isTold && { code }), current, challenge });
}
