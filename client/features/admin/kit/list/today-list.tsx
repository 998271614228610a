import type { ReactNode } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import type { RowsRead } from './rows.ts';
import { RowStates } from './table-frame.tsx';

type Props<Row> = {
  read: RowsRead<Row>;
  /** The row's link, its facts and its action. */
  row: (row: Row) => {
    path: string;
    title: string;
    facts: readonly (string | false | null)[];
    action?: ReactNode;
  };
  /** The full list. */
  all: string;
};

/** The first rows; the list has the others. */
const SHOWN = 6;

/** The rows of one line of Today, each with its action. */
export function TodayList<Row extends { id: string }>({ read, row, all }: Props<Row>) {
  return (
    <RowStates read={{ ...read, more: undefined }}>
      {(rows) => (
        <>
          <ul>
            {rows.slice(0, SHOWN).map((each) => {
              const { path, title, facts, action } = row(each);
              return (
                <li key={each.id} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line">
                  <Link href={path} className="link">
                    {title}
                  </Link>
                  <span className="min-w-0 flex-[1_1_14rem] wrap-anywhere text-ink-soft">
                    {facts.filter(Boolean).join(' · ')}
                  </span>
                  {action}
                </li>
              );
            })}
          </ul>
          <Link href={all} className="text-button">
            {m.admin_today_all()}
          </Link>
        </>
      )}
    </RowStates>
  );
}
