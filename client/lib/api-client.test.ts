import { afterEach, expect, test, vi } from 'vitest';
import * as m from '#messages';
import { ApiError, callApi, keptTextOfError, textOfError } from './api-client.ts';
import { startLanguage } from './language.ts';
import { createQueryClient } from './query-client.ts';
import { textOf } from './text.ts';

function answerWith(status: number, body: string, statusText = '') {
  const fetch = vi.fn(async (_path: string, _init?: RequestInit) => new Response(body || null, { status, statusText }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
afterEach(() => vi.unstubAllGlobals());

test('always sends cookies, and a JSON type and body only with a payload', async () => {
  const fetch = answerWith(200, '{"a":1}');
  expect(await callApi('/api/x')).toEqual({ a: 1 });
  expect(fetch.mock.lastCall?.[1]).toMatchObject({ method: 'GET', credentials: 'include', body: undefined });
  expect(fetch.mock.lastCall?.[1]?.headers).toEqual({ 'x-language': 'en' });
  await callApi('/api/x', { method: 'POST', payload: { b: 2 }, headers: { 'x-a': '1' } });
  expect(fetch.mock.lastCall?.[1]).toMatchObject({
    method: 'POST',
    credentials: 'include',
    body: '{"b":2}',
    headers: { 'content-type': 'application/json', 'x-a': '1' },
  });
});

test('an empty answer is undefined', async () => {
  answerWith(200, '');
  expect(await callApi('/api/x', { method: 'DELETE' })).toBeUndefined();
});

test('an unsuccessful answer throws its status, a colon, and its body or else the status text', async () => {
  answerWith(409, '{"message":"Choose again"}');
  const error = await callApi('/api/x').catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).message).toBe('409: {"message":"Choose again"}');
  expect(textOfError(error, 'fallback')).toBe('Choose again');
  expect(keptTextOfError(error, m.checkout_offline)).toBe('Choose again');
  answerWith(502, '', 'Bad Gateway');
  await expect(callApi('/api/x')).rejects.toThrow(/^502: Bad Gateway$/);
});

test('a 401 throws like any other failure', async () => {
  answerWith(401, 'no');
  await expect(callApi('/api/x')).rejects.toMatchObject({ status: 401, message: '401: no' });
});

test('without a message from the server, people get the given one', () => {
  expect(textOfError(new ApiError(500, '<html>'), 'ours')).toBe('ours');
  expect(textOfError(new TypeError('Failed to fetch'), 'ours')).toBe('ours');
});

test('a default query requests the path of its key, and neither queries nor mutations are retried', async () => {
  const fetch = answerWith(500, 'x');
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey: ['/api/admin/orders', 'o1'] })).rejects.toThrow('500: x');
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/api/admin/orders/o1']);
  const options = client.getDefaultOptions();
  expect(options.queries).toMatchObject({
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  expect(options.mutations).toMatchObject({ retry: false });
});

test('a call names its page’s language, and its errors follow the language toggle', async () => {
  const fetch = answerWith(409, '{"message":"Sold out","messages":{"en":"Sold out","es":"Agotado"}}');
  startLanguage('es');
  const error = await callApi('/api/x').catch((e: unknown) => e);
  expect(fetch.mock.lastCall?.[1]?.headers).toEqual({ 'x-language': 'es' });
  const kept = JSON.parse(JSON.stringify(keptTextOfError(error, m.checkout_offline)));
  const lost = JSON.parse(JSON.stringify(keptTextOfError(new TypeError('lost'), m.checkout_offline)));
  expect([textOfError(error, 'fallback'), textOf(kept), textOf(lost)]).toEqual([
    'Agotado',
    'Agotado',
    m.checkout_offline(),
  ]);
  startLanguage('en');
  expect([textOfError(error, 'fallback'), textOf(kept), textOf(lost)]).toEqual([
    'Sold out',
    'Sold out',
    m.checkout_offline(),
  ]);
  expect(textOfError(new TypeError('lost'), 'fallback')).toBe('fallback');
});
