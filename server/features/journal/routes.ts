import type { App, BaseDeps } from '#server/deps.ts';
import { type CsvColumn, csvTime } from '#server/plugins/tables/csv-headings.ts';
import { addListRoute } from '#server/plugins/tables/list-route.ts';
import { addTableRoutes, tableOf } from '#server/plugins/tables/table-routes.ts';
import { type JournalLine, journalLineSchema, journalQuerySchema, journalStaffSchema } from '#shared/admin/journal.ts';
import { listStaff } from './repository.ts';
import { journalList, type NamingDeps } from './service.ts';

const PATH = '/api/admin/journal';

const json = (values: JournalLine['before']) => (values === null ? '' : JSON.stringify(values));

const columns: CsvColumn<JournalLine>[] = [
  ['admin_csv_date', ({ at }) => csvTime(at)],
  ['admin_csv_who', ({ staff }) => staff.name || staff.id],
  ['admin_csv_action', ({ action }) => action],
  ['admin_csv_area', ({ area }) => area],
  ['admin_csv_subject', ({ subject }) => (subject ? `${subject.kind} ${subject.name || subject.id}` : '')],
  ['admin_csv_before', ({ before }) => json(before)],
  ['admin_csv_after', ({ after }) => json(after)],
  ['admin_csv_call', ({ call }) => call],
  ['admin_csv_id', ({ id }) => id],
];

/** The journal, for the owner; registered behind the guard. No call changes it. */
export function addJournalRoutes(app: App, deps: BaseDeps & NamingDeps): void {
  const list = journalList(deps);
  addListRoute(app, PATH, { db: deps.db, query: journalQuerySchema, item: journalLineSchema, list });

  addTableRoutes(app, PATH, journalQuerySchema, (query, language) =>
    tableOf('journal', columns, list.stream(deps.db, query), language),
  );

  app.get(`${PATH}/staff`, { schema: { response: { 200: journalStaffSchema } } }, () => listStaff(deps.db));
}
