import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { JOURNAL_AREAS, type JournalLine, type JournalSort, type JournalStaff } from '#shared/admin/journal.ts';
import { adminKeys } from '../keys.ts';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { useStableMemo } from '../kit/list/stable.ts';
import { type ListKind, useList } from '../kit/list/use-list.ts';
import { useThingNames } from '../publishing/use-thing-names.ts';
import { journalColumns } from './columns.tsx';
import { areaLabels } from './labels.ts';
import { LineCard } from './line.tsx';
import { subjectOf } from './words.ts';

const journalList: ListKind = {
  key: adminKeys.journal,
  title: m.admin_screen_journal,
  hint: m.admin_journal_search,
  sorts: { newest: m.admin_sort_newest, oldest: m.admin_sort_oldest } satisfies Record<JournalSort, () => string>,
  empty: [m.admin_journal_empty, m.admin_journal_empty_hint],
  downloads: [{ label: m.admin_xlsx, ending: 'xlsx' }, { label: m.admin_csv }],
};

/** Who has done what in the admin, and when; with `?subject=` the history of one thing. */
export default function JournalList() {
  const list = useList<JournalLine>({ ...journalList, filters: useFilters() });
  const { rows, state, change } = list;
  const names = useThingNames(rows.flatMap(({ subject }) => (subject ? [subject] : [])));
  const columns = useStableMemo(() => journalColumns(names), [names]);
  const card = useStableMemo(() => (line: JournalLine) => <LineCard line={line} names={names} />, [names]);
  const [first] = rows;
  const only = state.subject ? (first ? subjectOf(first, names)?.text : state.subject) : undefined;
  return (
    <ListFrame list={list} rows={rows} columns={columns} card={card}>
      {only && (
        <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
          <strong>{m.admin_journal_history_of({ name: only })}</strong>
          <button type="button" className="text-button" onClick={() => change({ subject: '' })}>
            {m.admin_journal_all()}
          </button>
        </p>
      )}
    </ListFrame>
  );
}

const areas = Object.fromEntries(JOURNAL_AREAS.map((area) => [area, areaLabels[area]]));

function useFilters(): NonNullable<ListKind['filters']> {
  const { data } = useQuery<JournalStaff>({ queryKey: [...adminKeys.journal, 'staff'] });
  const people = data?.map(({ id, name }) => [id, () => name || m.admin_journal_owner()] as const);
  return {
    area: { label: m.admin_journal_area, all: m.admin_journal_all_areas, options: areas },
    staff: {
      label: m.admin_journal_who,
      all: m.admin_journal_everybody,
      options: people && Object.fromEntries(people),
    },
    day: { label: m.admin_journal_day, input: 'date' },
    subject: { input: 'none' },
  };
}
