type Props<Id extends string> = {
  label: string;
  options: readonly (readonly [id: Id, label: string])[];
  value: Id;
  onChange: (id: Id) => void;
};

/** A choice of a few options, all visible. */
export function Switch<Id extends string>({ label, options, value, onChange }: Props<Id>) {
  return (
    <fieldset aria-label={label} className="inline-flex">
      {options.map(([id, text]) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === value}
          className="min-h-11 bg-white px-[0.9rem] font-semibold aria-pressed:bg-ink aria-pressed:text-ground"
          onClick={() => onChange(id)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
