import { ApiError } from '../../../../lib/api-client.ts';

/** The server's refusals, by path, in its own words. */
export function refusedFields(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.status !== 400) return {};
  try {
    const { issues = [] } = JSON.parse(error.body) as { issues?: { path: string; message: string }[] };
    return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
  } catch {
    return {};
  }
}
