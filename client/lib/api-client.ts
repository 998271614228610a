import { LANGUAGE_HEADER, type Localized } from '#shared/core/language.ts';
import { getLanguage } from './language.ts';
import { type KeptText, kept, textOf } from './text.ts';

/**
 * A call without success. `message` is the status, a colon, a space and the body's text (or the status text); `told` is
 * the body's message for people, if it has one.
 *
 * @see docs/specification.md#calls
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly told: KeptText | undefined;
  readonly body: string;

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.status = status;
    this.told = messageOf(body);
    this.body = body;
  }
}

function messageOf(body: string): KeptText | undefined {
  try {
    const { message, messages } = JSON.parse(body) as { message?: unknown; messages?: Localized };
    return messages ?? (typeof message === 'string' ? message || undefined : undefined);
  } catch {
    // Not JSON, so not a message for people.
  }
  return undefined;
}

export type ApiRequest = { method?: string; payload?: unknown; headers?: Record<string, string>; signal?: AbortSignal };

/**
 * One call to our server, with cookies; a JSON body and its type only when there is a payload.
 *
 * @returns the parsed answer; `undefined` when it is empty
 * @throws ApiError for any unsuccessful answer, including 401
 */
export async function callApi<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
  return (await callApiWithHeaders<Answer>(path, request)).answer;
}

/** Like `callApi`, for answers that also use a header, such as the cursor of the next page. */
export async function callApiWithHeaders<Answer>(
  path: string,
  request: ApiRequest = {},
): Promise<{ answer: Answer; headers: Headers }> {
  const { method = 'GET', payload, headers, signal } = request;
  const hasPayload = payload !== undefined;
  const language = { [LANGUAGE_HEADER]: getLanguage() };
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { ...(hasPayload && { 'content-type': 'application/json' }), ...language, ...headers },
    body: hasPayload ? JSON.stringify(payload) : undefined,
    signal,
  });
  const body = await response.text();
  if (!response.ok) throw new ApiError(response.status, body || response.statusText);
  return { answer: (body === '' ? undefined : JSON.parse(body)) as Answer, headers: response.headers };
}

/** The message of a failed call for a person: the server's, or the given one if it has none. */
export function textOfError(error: unknown, fallback: string): string {
  return textOf((error instanceof ApiError && error.told) || fallback);
}

/** The same as a storable text, which follows the language toggle. */
export function keptTextOfError(error: unknown, fallback: Parameters<typeof kept>[0]): KeptText {
  return (error instanceof ApiError && error.told) || kept(fallback);
}
