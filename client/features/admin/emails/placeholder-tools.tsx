import * as m from '#messages';
import { Icon } from '../../../ui/icons.tsx';

/** The placeholders of this mail; a click inserts one. */
function PlaceholderChips({ names, onInsert }: { names: readonly string[]; onInsert: (name: string) => void }) {
  return (
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
  );
}

/** Shows errors in the mail's placeholders before it is saved. */
function PlaceholderWarnings({
  unknownPlaceholders,
  unbalanced,
}: {
  unknownPlaceholders: string[];
  unbalanced: boolean;
}) {
  const isQuiet = unknownPlaceholders.length === 0 && !unbalanced;
  return (
    <div role="status" className={isQuiet ? 'hidden' : 'grid gap-1 rounded-field bg-accent/30 p-4 text-[0.95rem]'}>
      {unknownPlaceholders.length > 0 && (
        <p className="flex gap-2">
          <Icon name="alert" />
          {m.admin_placeholder_unknown({ names: unknownPlaceholders.map((name) => `{{${name}}}`).join(', ') })}
        </p>
      )}
      {unbalanced && (
        <p className="flex gap-2">
          <Icon name="alert" />
          {m.admin_placeholder_unbalanced()}
        </p>
      )}
    </div>
  );
}

type Props = {
  names: readonly string[];
  onInsert: (name: string) => void;
  check: { unknownPlaceholders: string[]; unbalanced: boolean };
};

/** The placeholders of the chosen mail, and those that are unknown. */
export default function PlaceholderTools({ names, onInsert, check }: Props) {
  return (
    <>
      <PlaceholderChips names={names} onInsert={onInsert} />
      <PlaceholderWarnings {...check} />
    </>
  );
}
