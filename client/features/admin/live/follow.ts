import { type InfiniteData, type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import type { Changes } from '#shared/admin/admin.ts';
import type { LiveChange } from '#shared/admin/live.ts';
import { callApi } from '../../../lib/api-client.ts';
import { adminKeys, contentKeys } from '../keys.ts';
import { screenList } from '../screens.ts';
import { noteChanges, reportedVersion } from './live-changes.ts';

type Row = { id: string; version?: number };
type Pages = InfiniteData<{ rows: Row[] }>;

/** If more rows than this have changed, their list is read again as a whole. */
const MAX_ROWS = 10;

/** The lists whose rows are updated in place. */
const LISTS = { order: adminKeys.orders, inquiry: adminKeys.wholesalers, mail: adminKeys.emails } as const;

/** The poll interval of a visible tab; a hidden one does not poll, and polls at once when it is shown again. */
const ASK_EVERY_MS = 10_000;

/**
 * Polls for changes in the shop and updates the dashboard: rows in place, totals, mails of an open order. New rows wait
 * for `new-rows.tsx`, changes of an open record for `changed-notice.tsx`.
 *
 * @returns stops
 */
export function followChanges(client: QueryClient): () => void {
  let cursor: string | undefined;
  let waiting: LiveChange[] = [];
  /** Waits for this tab's own changes, whose lists are then read again, so that they are not reported as new. */
  const settle = () => {
    if (waiting.length === 0 || client.isMutating() > 0) return;
    const changes = waiting;
    waiting = [];
    noteChanges(changes, (change) => isNews(client, change));
    bringUpToDate(client, changes);
  };
  const take = ({ changes }: Changes) => {
    // Changes between reading the lists and the first poll were not reported.
    const missed = cursor === undefined ? BEFORE_FIRST : changes === null ? EVERYTHING : [];
    for (const queryKey of missed) void client.invalidateQueries({ queryKey });
    waiting.push(...(changes ?? []));
    settle();
  };
  // For readers of this key: a publish polls again at once.
  client.setQueryDefaults(adminKeys.changes, {
    queryFn: async ({ signal }) => {
      const query = cursor === undefined ? '' : `?since=${encodeURIComponent(cursor)}`;
      const answer = await callApi<Changes>(adminKeys.changes[0] + query, { signal });
      take(answer);
      cursor = answer.cursor;
      return answer;
    },
  });
  const questions = new QueryObserver<Changes>(client, {
    queryKey: adminKeys.changes,
    refetchInterval: ASK_EVERY_MS,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
  // A screen may have asked before this code was loaded; its answer is then fresh, and no other one comes for a while.
  const begin = (answer: Changes | undefined) => {
    if (answer === undefined || cursor !== undefined) return;
    take(answer);
    cursor = answer.cursor;
  };
  const stopAsking = questions.subscribe(({ data }) => begin(data));
  begin(client.getQueryData<Changes>(adminKeys.changes));
  const stopMutations = client.getMutationCache().subscribe(() => queueMicrotask(settle));
  return () => {
    stopAsking();
    stopMutations();
  };
}

/** Read again as a whole, because a change of these names no record. */
const WHOLE: readonly QueryKey[] = [
  ...contentKeys.filter((key) => key !== adminKeys.changes),
  ...screenList.flatMap(({ keys = [] }) => keys),
];

const BEFORE_FIRST = [adminKeys.summary, adminKeys.storeLocations];
const EVERYTHING = [
  ...Object.values(LISTS),
  ...WHOLE,
  adminKeys.seen,
  adminKeys.summary,
  adminKeys.anomalies,
  adminKeys.storeLocations,
];

function bringUpToDate(client: QueryClient, changes: readonly LiveChange[]): void {
  const has = (fits: (change: LiveChange) => boolean) => changes.some(fits);
  if (has(({ kind }) => kind === 'anomaly')) void client.invalidateQueries({ queryKey: adminKeys.anomalies });
  if (has(({ kind }) => kind === 'content')) void followContent(client);
  // Sales and refunds change stock.
  else if (has(({ kind }) => kind === 'order')) void followProducts(client);
  if (has(({ kind }) => kind === 'order')) void client.invalidateQueries({ queryKey: adminKeys.customers });
  if (has(({ kind }) => !['store', 'template', 'content'].includes(kind))) {
    void client.invalidateQueries({ queryKey: adminKeys.today });
  }
  // A list read after the change contains it; the stats may be older.
  if (has(({ kind }) => kind === 'order' || kind === 'inquiry')) {
    void client.invalidateQueries({ queryKey: adminKeys.summary });
  }
  // Read again when the editor is next opened, not while text is being edited.
  if (has(({ kind }) => kind === 'template')) {
    void client.invalidateQueries({ queryKey: adminKeys.templates, exact: true, refetchType: 'none' });
  }
  for (const [kind, key] of Object.entries(LISTS)) {
    const ofKind = changes.filter((change) => change.kind === kind && change.action === 'update');
    void updateRows(client, key, new Map(ofKind.map((change) => [change.id ?? '', change])));
  }
  const parents = new Set(changes.map(({ of }) => of));
  for (const id of parents) if (id) updateMails(client, id);
}

/** Whether a list of mails or stores lacks the change; this tab's own changes are already in its list. */
function isNews(client: QueryClient, { kind, action, id, version }: LiveChange): boolean {
  if (kind !== 'mail' && kind !== 'store') return false;
  const rows: readonly Row[] =
    kind === 'mail'
      ? pagedRows(client, adminKeys.emails)
      : (client.getQueryData<Row[]>(adminKeys.storeLocations) ?? []);
  const row = rows.find((each) => each.id === id);
  if (action === 'update') return kind === 'store' && row !== undefined && (row.version ?? 0) < (version ?? 0);
  return action === 'many' || (action === 'insert') === (row === undefined);
}

function pagedRows(client: QueryClient, key: readonly [string]): Row[] {
  const lists = client.getQueriesData<Pages>({ queryKey: [...key, 'pages'] });
  return lists.flatMap(([, data]) => data?.pages.flatMap(({ rows }) => rows) ?? []);
}

/** Reads the displayed rows that have changed, and updates them in place. */
async function updateRows(
  client: QueryClient,
  key: readonly [string],
  changed: ReadonlyMap<string, LiveChange>,
): Promise<void> {
  const filter = { queryKey: [...key, 'pages'] };
  const outdated = pagedRows(client, key).filter(({ id, version }) => {
    const change = changed.get(id);
    return change && (version === undefined || change.version === null || change.version > version);
  });
  const ids = [...new Set(outdated.map(({ id }) => id))];
  if (ids.length > MAX_ROWS) return client.invalidateQueries(filter);
  const read = await Promise.allSettled(ids.map((id) => callApi<Row>(`${key[0]}/${id}`)));
  const fresh = new Map(read.flatMap((each) => (each.status === 'fulfilled' ? [[each.value.id, each.value]] : [])));
  if (fresh.size === 0) return;
  client.setQueriesData<Pages>(
    filter,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, rows: page.rows.map((row) => newer(row, fresh.get(row.id))) })),
      },
  );
}

function newer(row: Row, fresh: Row | undefined): Row {
  return fresh && (fresh.version ?? 1) >= (row.version ?? 0) ? { ...row, ...fresh } : row;
}

async function followContent(client: QueryClient): Promise<void> {
  for (const queryKey of WHOLE) if (queryKey !== adminKeys.products) void client.invalidateQueries({ queryKey });
  await followProducts(client);
}

/** Updates displayed products in place; new, removed or reordered products wait until the owner asks. */
async function followProducts(client: QueryClient): Promise<void> {
  const shown = client.getQueryData<Row[]>(adminKeys.products);
  const fresh = shown && (await callApi<Row[]>(adminKeys.products[0]).catch(() => null));
  if (!fresh) return;
  const byId = new Map(fresh.map((row) => [row.id, row]));
  client.setQueryData<Row[]>(adminKeys.products, (rows) => rows?.map((row) => newer(row, byId.get(row.id))));
  const rows = client.getQueryData<Row[]>(adminKeys.products) ?? [];
  const changes = rows.map(({ id, version }): LiveChange => {
    return { kind: 'content', action: byId.has(id) ? 'update' : 'delete', id, of: null, version: version ?? null };
  });
  const isOther = rows.map(({ id }) => id).join() !== fresh.map(({ id }) => id).join();
  noteChanges(changes, ({ id }) => isOther && id === rows[0]?.id);
}

/** Unless the order itself was changed elsewhere: that is announced, and read when the owner asks. */
function updateMails(client: QueryClient, orderId: string): void {
  const queryKey = [adminKeys.orders[0], orderId];
  const shown = client.getQueryData<Row>(queryKey);
  if (!shown || (reportedVersion(orderId) ?? 0) > (shown.version ?? 0)) return;
  void client.invalidateQueries({ queryKey });
}
