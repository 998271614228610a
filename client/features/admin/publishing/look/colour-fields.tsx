import * as m from '#messages';
import { LOCALES } from '#shared/core/language.ts';
import { TEXT_CONTRAST } from '#shared/look/contrast.ts';
import { type ContrastFault, contrastFaults, nearestColour } from '#shared/look/palette.ts';
import { COLOUR_ROLES, type ColourRole, type LookColours } from '#shared/look/roles.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { TextField } from '../../../../ui/form.tsx';
import { Icon } from '../../../../ui/icons.tsx';
import { fieldId } from '../../kit/form/field-state.ts';
import { roleHints, roleNames } from './words.ts';

const HEX = /^#[0-9a-f]{6}$/i;
export const isColour = (text: string): boolean => HEX.test(text);

type Props = {
  colours: LookColours;
  errorOf: (path: string) => string | undefined;
  onChange: (role: ColourRole, colour: string) => void;
};

/** The six colours, each with the pairs that cannot be read and the nearest shade that can. */
export function ColourFields({ colours, errorOf, onChange }: Props) {
  const isWhole = COLOUR_ROLES.every((role) => isColour(colours[role]));
  const faults = isWhole ? contrastFaults(colours) : [];
  return (
    <div className="grid items-start gap-5 @min-[40rem]:grid-cols-2">
      {COLOUR_ROLES.map((role) => (
        <ColourField
          key={role}
          role={role}
          colours={colours}
          faults={faults.filter((fault) => fault.role === role || fault.other === role)}
          error={errorOf(`colours.${role}`)}
          onChange={(colour) => onChange(role, colour)}
        />
      ))}
    </div>
  );
}

type FieldProps = {
  role: ColourRole;
  colours: LookColours;
  faults: readonly ContrastFault[];
  error: string | undefined;
  onChange: (colour: string) => void;
};

function ColourField({ role, colours, faults, error, onChange }: FieldProps) {
  const colour = colours[role];
  const name = roleNames[role]();
  return (
    <div>
      <div className="grid grid-cols-[3.25rem_1fr] items-start gap-3">
        {/* A second way to the same value, for a pointer; the field beside it has the label. */}
        <input
          type="color"
          aria-label={m.admin_look_pick({ name })}
          value={isColour(colour) ? colour.toLowerCase() : '#000000'}
          className="mt-[1.95rem] h-12 w-full cursor-pointer rounded-field border-2 border-ink-soft/70 bg-white p-1"
          onChange={(event) => onChange(event.target.value)}
        />
        <TextField
          id={fieldId(`colours.${role}`)}
          label={name}
          hint={roleHints[role]()}
          value={colour}
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          error={error}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      </div>
      <div role="status">
        {faults.length > 0 && <Faults role={role} colours={colours} faults={faults} onTake={onChange} />}
      </div>
    </div>
  );
}

type FaultsProps = Pick<FieldProps, 'role' | 'colours' | 'faults'> & { onTake: (colour: string) => void };

function Faults({ role, colours, faults, onTake }: FaultsProps) {
  const number = new Intl.NumberFormat(LOCALES[useLanguage()], { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  // Rounded down, so that a fault never looks like the limit.
  const pairs = faults.map(({ role: text, other, ratio }) => {
    const beside = roleNames[text === role ? other : text]();
    return `${beside} (${number.format(Math.floor(ratio * 10) / 10)})`;
  });
  const nearest = nearestColour(role, colours);
  // Behind a text that cannot be read, unless another shade of it helps.
  if (nearest === null && faults.every(({ other }) => other === role)) return null;
  return (
    <div className="mt-2 grid gap-2 rounded-field bg-tint/60 px-4 py-3">
      <p className="flex items-start gap-1.5 text-sm font-semibold">
        <Icon name="alert" className="mt-0.5 size-4 shrink-0" />
        <span>{m.admin_look_unreadable({ pairs: pairs.join(', '), least: number.format(TEXT_CONTRAST) })}</span>
      </p>
      {nearest ? (
        <button
          type="button"
          className="text-button inline-flex items-center gap-2 justify-self-start"
          onClick={() => onTake(nearest)}
        >
          <span
            aria-hidden="true"
            className="size-6 rounded-full border border-ink-soft"
            style={{ background: nearest }}
          />
          <span>{m.admin_look_take({ colour: nearest })}</span>
        </button>
      ) : (
        <p className="text-sm">{m.admin_look_no_shade()}</p>
      )}
    </div>
  );
}
