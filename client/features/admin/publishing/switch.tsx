type Props<Id extends string> = {
  label: string;
  options: readonly (readonly [id: Id, label: string])[];
  value: Id;
  onChange: (id: Id) => void;
};

/** A choice of a few options, all visible. */
export function Switch<Id extends string>({ label, options, value, onChange }: Props<Id>) {
  return (
    <fieldset aria-label={label} className="switch">
      {options.map(([id, text]) => (
        <button key={id} type="button" aria-pressed={id === value} onClick={() => onChange(id)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
