import { AsyncLocalStorage } from 'node:async_hooks';
import pino, { type DestinationStream, type Logger } from 'pino';

/** Never logged: secrets of sessions and payments, and personal input (E11, N8). */
const SECRET_PATHS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["stripe-signature"]',
  '*.password',
  '*.clientSecret',
  '*.client_secret',
  '*.cardNumber',
  '*.cvc',
  '*.token',
];

/** Context of a log line: `reqId` of the call, or `passId` of the reconciliation pass. */
export const logContext = new AsyncLocalStorage<Readonly<Record<string, string>>>();

/**
 * Writes one JSON line for each event, on standard output unless a test captures it. A service's line carries the id of
 * its call; `event` identifies what happened.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const log: Logger = pino(
    {
      level,
      base: null,
      // A request's own logger already has the id.
      mixin: (_line, _level, logger) => (logger === log ? { ...logContext.getStore() } : {}),
      redact: { paths: SECRET_PATHS, censor: '[hidden]' },
      serializers: {
        err: (error: Error) => withoutParameters(pino.stdSerializers.err(error)),
        // The query may contain a payment's secret; the path is enough.
        req: (request: { method: string; url: string; id: string }) => ({
          id: request.id,
          method: request.method,
          path: request.url?.split('?', 1)[0],
        }),
      },
    },
    destination as DestinationStream,
  );
  return log;
}

const PARAMETERS_OF_MESSAGE = /\nparams:[\s\S]*$/;
/** The parameters in a stack trace end where only stack frames and causes follow. */
const PARAMETERS_OF_STACK = /\nparams:[\s\S]*?(?=(?:\n {4}at [^\n]*)+(?:\ncaused by: |$))/;

/**
 * A failed query's error contains its parameters: names, addresses, whole mails. Only the query and the cause are
 * logged.
 */
function withoutParameters<T extends { message: string; stack?: string; params?: unknown }>(error: T): T {
  const message = error.message.replace(PARAMETERS_OF_MESSAGE, '');
  const stack = error.stack?.replace(PARAMETERS_OF_STACK, '');
  return { ...error, message, stack, ...('params' in error ? { params: undefined } : {}) };
}
