import * as m from '#messages';
import { MAX_SPECIAL_HOURS, MAX_SPECIAL_WORD } from '#shared/content/shop-facts.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/form.tsx';
import { AdminIcon } from '../../kit/admin-icons.tsx';
import { BothLanguages } from '../../kit/form/both-languages.tsx';
import { ChoiceBox, FieldNote } from '../../kit/form/choices.tsx';
import { fieldId, focusField } from '../../kit/form/field-state.ts';
import { emptySpecial, type SpecialRow } from './values.ts';

type Props = {
  rows: readonly SpecialRow[];
  errorOf: (path: string) => string | undefined;
  onChange: (rows: SpecialRow[]) => void;
};

/** Days that are closed or have other hours than their week. */
export function SpecialHoursRows({ rows, errorOf, onChange }: Props) {
  const today = shopDay(new Date());
  const state = { errorOf, noteOf: () => undefined };
  return (
    <div id={fieldId('specialHours')} className="grid gap-4">
      {rows.map((row, i) => {
        const path = `specialHours.${i}`;
        const name = m.admin_facts_special_row({ number: i + 1 });
        const set = (part: Partial<SpecialRow>) =>
          onChange(rows.map((each, j) => (j === i ? { ...each, ...part } : each)));
        const last = row.until || row.from;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a place are controlled, and hold no state
          <fieldset key={i} className="special-day">
            <legend className="font-semibold">{name}</legend>
            <div className="special-times">
              <TextField
                id={fieldId(`${path}.from`)}
                type="date"
                label={m.admin_facts_special_from()}
                value={row.from}
                error={errorOf(`${path}.from`)}
                onChange={(event) => set({ from: event.target.value })}
              />
              <TextField
                id={fieldId(`${path}.until`)}
                type="date"
                label={m.admin_facts_special_until()}
                isOptional
                value={row.until}
                error={errorOf(`${path}.until`)}
                onChange={(event) => set({ until: event.target.value })}
              />
            </div>
            <ChoiceBox
              label={m.admin_facts_special_open()}
              isChosen={row.isOpen}
              onChange={(isOpen) => set({ isOpen })}
            />
            {row.isOpen && (
              <div className="special-times">
                {(['opens', 'closes'] as const).map((end) => (
                  <TextField
                    key={end}
                    id={fieldId(`${path}.${end}`)}
                    type="time"
                    label={end === 'opens' ? m.admin_facts_special_opens() : m.admin_facts_special_closes()}
                    value={row[end]}
                    error={errorOf(`${path}.${end}`)}
                    onChange={(event) => set({ [end]: event.target.value })}
                  />
                ))}
              </div>
            )}
            <BothLanguages
              path={`${path}.word`}
              label={m.admin_facts_special_word()}
              value={row.word}
              maxLength={MAX_SPECIAL_WORD}
              state={state}
              onChange={(language, text) => set({ word: { ...row.word, [language]: text } })}
            />
            {last !== '' && last < today && <FieldNote note={m.admin_facts_special_over()} />}
            <button
              type="button"
              className="text-button justify-self-start"
              aria-label={m.admin_rows_remove({ name })}
              onClick={() => onChange(rows.filter((_, j) => j !== i))}
            >
              <AdminIcon name="trash" /> {m.admin_facts_special_remove()}
            </button>
          </fieldset>
        );
      })}
      {errorOf('specialHours') && <FieldNote error={errorOf('specialHours')} />}
      {rows.length < MAX_SPECIAL_HOURS && (
        <Button
          size="small"
          variant="quiet"
          className="justify-self-start"
          onClick={() => {
            onChange([...rows, emptySpecial()]);
            requestAnimationFrame(() => focusField(`specialHours.${rows.length}.from`));
          }}
        >
          {m.admin_facts_special_add()}
        </Button>
      )}
    </div>
  );
}
