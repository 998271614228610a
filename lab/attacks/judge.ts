import type { Answer, SentRequest } from './fire.ts';

/** Internals of a program: stacks, source files, drivers, SQL. */
const INSIDE =
  /\bat (?:async )?\S+ \(|\bat \S+:\d+:\d+|node_modules|\.ts:\d+|Failed query|pglite|drizzle|SQLSTATE|relation "|column "|syntax error at|duplicate key|violates \S+ constraint|invalid input syntax|unterminated quoted|\bselect .{1,200} from\b|Cannot read propert/i;

/** Headers that every answer must have. */
const ALWAYS: Record<string, RegExp> = {
  'content-security-policy': /frame-ancestors 'none'/,
  'x-frame-options': /^DENY$/,
  'x-content-type-options': /^nosniff$/,
};

/** What is wrong with an answer, whatever the request; empty if nothing is. */
export function faultsOf({ method, path, body }: SentRequest, answer: Answer): string[] {
  const { status, headers } = answer;
  // A request above a limit may be cut off during sending.
  if (status === 0) return (body?.length ?? 0) > 60_000 || path.length > 10_000 ? [] : ['no answer'];
  const faults: string[] = [];
  if (status >= 500) faults.push(`answered ${status}`);
  if (status >= 400 && INSIDE.test(answer.body)) faults.push('tells of the inside');
  for (const [name, value] of Object.entries(ALWAYS)) {
    if (!value.test(String(headers[name] ?? ''))) faults.push(`has no ${name}`);
  }
  if (status >= 400 && method !== 'HEAD' && path.startsWith('/api/') && !isContract(answer.body)) {
    faults.push('is no message');
  }
  return faults;
}

/** Refusals that a checkout shows at the code's field. */
const OF_CODES = ['code_unknown', 'code_planned', 'code_ended', 'code_products', 'code_minimum', 'code_used_up'];
/** Refusals with the present state. */
const WITH_CURRENT = ['stale_version', 'changed_since'];

/**
 * `{message}` and `issues` at most. A save over a newer version, or a conflicting revert, also has the present state; a
 * refused discount code also has its code.
 */
function isContract(body: string): boolean {
  try {
    const { message, ...rest } = JSON.parse(body) as Record<string, unknown>;
    const ofCode = OF_CODES.includes(String(rest.code)) ? ['code'] : ['issues'];
    const known = WITH_CURRENT.includes(String(rest.code)) ? ['code', 'current'] : ofCode;
    return typeof message === 'string' && message !== '' && Object.keys(rest).every((key) => known.includes(key));
  } catch {
    return false;
  }
}
