import { AsyncLocalStorage } from 'node:async_hooks';
import pino, { type DestinationStream, type Logger } from 'pino';

/** Never in a log: what opens a session or a payment, and what a person typed (E11, N8). */
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

/** What a line says of where it comes from: `reqId` of the call, or `passId` of the reconciliation's pass, that is under way. */
export const logContext = new AsyncLocalStorage<Readonly<Record<string, string>>>();

/**
 * One JSON line an event, on standard output unless a test wants to read it. A line of a service carries the id of the
 * call that it works for; `event` names what happened where a person or a program may want to look for it.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const log: Logger = pino(
    {
      level,
      base: null,
      // A request's own logger has the id already.
      mixin: (_line, _level, logger) => (logger === log ? { ...logContext.getStore() } : {}),
      redact: { paths: SECRET_PATHS, censor: '[hidden]' },
      serializers: {
        err: (error: Error) => withoutParameters(pino.stdSerializers.err(error)),
        // The query may carry a payment's secret; the path is enough.
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
/** In a stack they end where nothing but frames and causes follows. */
const PARAMETERS_OF_STACK = /\nparams:[\s\S]*?(?=(?:\n {4}at [^\n]*)+(?:\ncaused by: |$))/;

/** A failed query carries its parameters: names, addresses, whole mails. The log gets the query and the cause. */
function withoutParameters<T extends { message: string; stack?: string; params?: unknown }>(error: T): T {
  const message = error.message.replace(PARAMETERS_OF_MESSAGE, '');
  const stack = error.stack?.replace(PARAMETERS_OF_STACK, '');
  return { ...error, message, stack, ...('params' in error ? { params: undefined } : {}) };
}
