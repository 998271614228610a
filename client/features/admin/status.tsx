import * as m from '#messages';
import { Badge } from '../../ui/badge.tsx';
import type { StatusWords } from './words.ts';

type Words<Status extends string> = { status: Status; words: StatusWords<Status> };

export function StatusBadge<Status extends string>({ status, words }: Words<Status>) {
  return <Badge tone={words[status].tone}>{words[status].label()}</Badge>;
}

type SelectProps<Status extends string> = Words<Status> & {
  /** Whose status it is, for those who hear the control alone. */
  name: string;
  onChange: (status: Status) => void;
};

/** Sets any status in any order: the specification, 4. */
export function StatusSelect<Status extends string>({ status, words, name, onChange }: SelectProps<Status>) {
  return (
    <select
      aria-label={m.admin_set_status_of({ name })}
      value={status}
      onChange={(event) => onChange(event.target.value as Status)}
      className="control select small-select"
    >
      {(Object.keys(words) as Status[]).map((option) => (
        <option key={option} value={option}>
          {words[option].label()}
        </option>
      ))}
    </select>
  );
}
