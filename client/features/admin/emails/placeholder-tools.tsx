import * as m from '#messages';
import { Icon } from '../../../ui/icons.tsx';

type Props = {
  names: readonly string[];
  onInsert: (name: string) => void;
  check: { unknownPlaceholders: string[]; unbalanced: boolean };
};

/** The placeholders of the chosen mail, which a click inserts, and the errors in them before it is saved. */
export default function PlaceholderTools({ names, onInsert, check: { unknownPlaceholders, unbalanced } }: Props) {
  const unknown = unknownPlaceholders.map((name) => `{{${name}}}`).join(', ');
  const warnings = [
    unknown !== '' && m.admin_placeholder_unknown({ names: unknown }),
    unbalanced && m.admin_placeholder_unbalanced(),
  ].filter((text) => text !== false);
  return (
    <>
      <fieldset aria-labelledby="placeholder-chips" className="min-w-0">
        <p id="placeholder-chips" className="text-[0.92rem] font-semibold">
          {m.admin_placeholders()}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          {names.map((name) => (
            <button
              key={name}
              type="button"
              aria-label={m.admin_placeholder_insert({ name })}
              onClick={() => onInsert(name)}
              className="min-h-9 rounded-full border-2 border-second-light bg-second-light/35 px-3 font-mono text-[0.85rem] hover:bg-second-light"
            >
              {name}
            </button>
          ))}
        </div>
      </fieldset>
      <div
        role="status"
        className={warnings.length === 0 ? 'hidden' : 'grid gap-1 rounded-field bg-accent/30 p-4 text-[0.95rem]'}
      >
        {warnings.map((text) => (
          <p key={text} className="flex gap-2">
            <Icon name="alert" />
            {text}
          </p>
        ))}
      </div>
    </>
  );
}
