import type { ReactNode } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';

type Props<Row> = {
  rows: readonly Row[];
  /** The row's link, its facts and its action. */
  row: (row: Row) => { path: string; title: ReactNode; facts: ReactNode; action?: ReactNode };
  /** The full list. */
  all: string;
};

/** The first rows; the list has the others. */
const SHOWN = 6;

/** The rows of one line of Today, each with its action. */
export function TodayList<Row extends { id: string }>({ rows, row, all }: Props<Row>) {
  return (
    <>
      <ul className="today-list">
        {rows.slice(0, SHOWN).map((each) => {
          const { path, title, facts, action } = row(each);
          return (
            <li key={each.id}>
              <Link href={path} className="link">
                {title}
              </Link>
              <span className="today-facts">{facts}</span>
              {action}
            </li>
          );
        })}
      </ul>
      <Link href={all} className="text-button">
        {m.admin_today_all()}
      </Link>
    </>
  );
}
