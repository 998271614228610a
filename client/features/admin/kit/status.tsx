import * as m from '#messages';
import { Badge, toneClasses } from '../../../ui/badge.tsx';
import type { StatusLabels } from './labels.ts';

type Labelled<Status extends string> = { status: Status; labels: StatusLabels<Status> };

export function StatusBadge<Status extends string>({ status, labels }: Labelled<Status>) {
  return <Badge tone={labels[status].tone}>{labels[status].label()}</Badge>;
}

type SelectProps<Status extends string> = Labelled<Status> & {
  /** The object of the status, for the control's accessible name. */
  name: string;
  onChange: (status: Status) => void;
  /** In the colour of a badge, where no badge shows the status. */
  hasTone?: boolean;
  /** By default all. */
  options?: readonly Status[];
};

/** Sets any status in any order (docs/specification.md#order). */
export function StatusSelect<Status extends string>(props: SelectProps<Status>) {
  const { status, labels, name, onChange, hasTone, options = Object.keys(labels) as Status[] } = props;
  return (
    <select
      aria-label={m.admin_set_status_of({ name })}
      value={status}
      onChange={(event) => onChange(event.target.value as Status)}
      data-tone={hasTone ? labels[status].tone : undefined}
      className={`control select small-select ${hasTone ? toneClasses[labels[status].tone] : ''}`}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {labels[option].label()}
        </option>
      ))}
    </select>
  );
}
