import { Link } from 'wouter';
import * as m from '#messages';
import type { JournalLine } from '#shared/admin/journal.ts';
import { formatMoment } from '../kit/format.ts';
import type { ThingNames } from '../publishing/use-thing-names.ts';
import { areaLabels } from './labels.ts';
import { changesOf, sentenceOf, subjectOf } from './words.ts';

type Props = { line: JournalLine; names: ThingNames };

/** A line in words, with its values folded away. */
export function LineText({ line, names }: Props) {
  const changes = changesOf(line, names);
  return (
    <>
      <p className="[overflow-wrap:anywhere]">{sentenceOf(line, names)}</p>
      {changes.length > 0 && line.area !== 'sessions' && (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer text-[0.88rem] text-ink-soft">{m.admin_journal_details()}</summary>
          <dl className="mt-1 mb-2">
            {changes.map(({ field, from, to }) => (
              <div key={field} className="grid grid-cols-[minmax(8rem,12rem)_1fr] gap-x-4 max-sm:grid-cols-[1fr]">
                <dt className="text-ink-soft">{field}</dt>
                <dd className="[overflow-wrap:anywhere] whitespace-pre-wrap">
                  {line.before !== null && <del className="text-ink-soft">{from}</del>}
                  {line.before !== null && line.after !== null && <span aria-hidden="true"> → </span>}
                  {line.after !== null && <ins className="font-semibold no-underline">{to}</ins>}
                </dd>
              </div>
            ))}
          </dl>
          {line.call && <p className="text-[0.88rem] text-ink-soft">{line.call}</p>}
        </details>
      )}
    </>
  );
}

/** Leads to what the line is about, unless it is gone. */
export function SubjectLink({ line, names }: Props) {
  const subject = subjectOf(line, names);
  if (!subject?.path || line.action === 'delete') return null;
  return (
    <Link className="link" href={subject.path} aria-label={m.admin_journal_open({ name: subject.text })}>
      {m.admin_journal_open_short()}
    </Link>
  );
}

/** The same for a phone. */
export function LineCard({ line, names }: Props) {
  return (
    <div className="px-1 py-3">
      <p className="mb-1 flex flex-wrap items-baseline gap-x-3 text-[0.88rem] text-ink-soft">
        <time dateTime={line.at}>{formatMoment(line.at)}</time>
        <span>{areaLabels[line.area]()}</span>
        <SubjectLink line={line} names={names} />
      </p>
      <LineText line={line} names={names} />
    </div>
  );
}
