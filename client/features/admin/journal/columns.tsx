import * as m from '#messages';
import type { JournalLine } from '#shared/admin/journal.ts';
import { formatMoment } from '../kit/format.ts';
import type { Column } from '../kit/list/data-table.tsx';
import type { ThingNames } from '../publishing/use-thing-names.ts';
import { areaLabels } from './labels.ts';
import { LineText, SubjectLink } from './line.tsx';

export function journalColumns(names: ThingNames): Column<JournalLine>[] {
  return [
    {
      id: 'when',
      header: m.admin_journal_when(),
      sort: { ascending: 'oldest', descending: 'newest' },
      className: 'whitespace-nowrap tabular-nums',
      cell: (line) => <time dateTime={line.at}>{formatMoment(line.at)}</time>,
    },
    {
      id: 'what',
      header: m.admin_journal_what(),
      className: 'w-full',
      cell: (line) => <LineText line={line} names={names} />,
    },
    {
      id: 'area',
      header: m.admin_journal_area(),
      className: 'whitespace-nowrap',
      cell: (line) => areaLabels[line.area](),
    },
    {
      id: 'about',
      header: m.admin_journal_about(),
      cell: (line) => <SubjectLink line={line} names={names} />,
    },
  ];
}
