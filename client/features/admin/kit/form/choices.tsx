import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { type FieldState, fieldId } from './field-state.ts';

type Props<Id extends string> = {
  path: string;
  label: string;
  options: readonly { id: Id; label: string }[];
  value: readonly Id[];
  onChange: (value: Id[]) => void;
  state: FieldState;
  hint?: string;
  /** Before the options, such as "none". */
  children?: ReactNode;
};

/** Checkboxes for several things; the checked ones keep the order of the options. */
export function Choices<Id extends string>(props: Props<Id>) {
  const { path, label, options, value, onChange, state, hint, children } = props;
  const id = fieldId(path);
  const [error, note] = [state.errorOf(path), state.noteOf(path) ?? hint];
  const toggle = (option: Id, isChosen: boolean) =>
    onChange(options.map((each) => each.id).filter((each) => (each === option ? isChosen : value.includes(each))));
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error || note ? `${id}-note` : undefined}>
      <legend className="mb-1 font-semibold">{label}</legend>
      {children}
      <div className="choices">
        {options.map((option) => (
          <ChoiceBox
            key={option.id}
            label={option.label}
            isChosen={value.includes(option.id)}
            onChange={(isChosen) => toggle(option.id, isChosen)}
          />
        ))}
      </div>
      {(error || note) && <FieldNote id={`${id}-note`} error={error} note={note} />}
    </fieldset>
  );
}

type BoxProps = { label: string; isChosen: boolean; onChange: (isChosen: boolean) => void };

export function ChoiceBox({ label, isChosen, onChange }: BoxProps) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-brand"
      />
      {label}
    </label>
  );
}

/** The error or missing value of a group of controls. */
export function FieldNote({ id, error, note }: { id?: string; error?: string; note?: string }) {
  if (!error)
    return note ? (
      <p id={id} className="mt-1.5 text-sm text-ink-soft">
        {note}
      </p>
    ) : null;
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-sm font-semibold text-brand">
      <Icon name="alert" className="mt-0.5 size-4" />
      {error}
    </p>
  );
}
