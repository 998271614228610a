import type { ChangeEvent } from 'react';
import * as m from '#messages';
import { MAX_SPECIAL_HOURS, MAX_SPECIAL_WORD } from '#shared/content/shop-facts.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { TextField } from '../../../../ui/form.tsx';
import { AdminIcon } from '../../kit/admin-icons.tsx';
import { AddButton } from '../../kit/form/add-button.tsx';
import { BothLanguages } from '../../kit/form/both-languages.tsx';
import { ChoiceBox, FieldNote } from '../../kit/form/choices.tsx';
import { fieldId, focusField } from '../../kit/form/field-state.ts';
import { TextButton } from '../../kit/row-buttons.tsx';
import { emptySpecial, type SpecialRow } from './values.ts';

const TIMES = 'grid grid-cols-[repeat(auto-fit,minmax(9rem,14rem))] items-start gap-3';

type Props = {
  rows: readonly SpecialRow[];
  errorOf: (path: string) => string | undefined;
  onChange: (rows: SpecialRow[]) => void;
};

/** Days that are closed or have exceptional hours. */
export function SpecialHoursRows({ rows, errorOf, onChange }: Props) {
  return (
    <div id={fieldId('specialHours')} className="grid gap-4">
      {rows.map((row, i) => (
        <SpecialDay
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a row are controlled, and hold no state
          key={i}
          at={i}
          row={row}
          errorOf={errorOf}
          onChange={(part) => onChange(rows.map((each, j) => (j === i ? { ...each, ...part } : each)))}
          onRemove={() => onChange(rows.filter((_, j) => j !== i))}
        />
      ))}
      {errorOf('specialHours') && <FieldNote error={errorOf('specialHours')} />}
      {rows.length < MAX_SPECIAL_HOURS && (
        <AddButton
          onClick={() => {
            onChange([...rows, emptySpecial()]);
            requestAnimationFrame(() => focusField(`specialHours.${rows.length}.from`));
          }}
        >
          {m.admin_facts_special_add()}
        </AddButton>
      )}
    </div>
  );
}

type DayProps = {
  at: number;
  row: SpecialRow;
  errorOf: (path: string) => string | undefined;
  onChange: (part: Partial<SpecialRow>) => void;
  onRemove: () => void;
};

function SpecialDay({ at, row, errorOf, onChange, onRemove }: DayProps) {
  const path = `specialHours.${at}`;
  const name = m.admin_facts_special_row({ number: at + 1 });
  const last = row.until || row.from;
  const hasLeapDay = [row.from, last].some((day) => day.endsWith('-02-29'));
  const field = (part: 'from' | 'until' | 'opens' | 'closes', label: string) => ({
    id: fieldId(`${path}.${part}`),
    label,
    value: row[part],
    error: errorOf(`${path}.${part}`),
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [part]: event.target.value }),
  });
  return (
    <fieldset className="grid gap-3 border-b border-line pt-1 pb-4">
      <legend className="font-semibold">{name}</legend>
      <div className={TIMES}>
        <TextField {...field('from', m.admin_facts_special_from())} type="date" />
        <TextField {...field('until', m.admin_facts_special_until())} type="date" isOptional />
      </div>
      <ChoiceBox
        label={m.admin_facts_special_yearly()}
        isChosen={row.isYearly}
        onChange={(isYearly) => onChange({ isYearly })}
      />
      {row.isYearly && hasLeapDay && <FieldNote note={m.admin_facts_special_leap()} />}
      <ChoiceBox
        label={m.admin_facts_special_open()}
        isChosen={row.isOpen}
        onChange={(isOpen) => onChange({ isOpen })}
      />
      {row.isOpen && (
        <div className={TIMES}>
          <TextField {...field('opens', m.admin_facts_special_opens())} type="time" />
          <TextField {...field('closes', m.admin_facts_special_closes())} type="time" />
        </div>
      )}
      <BothLanguages
        path={`${path}.word`}
        label={m.admin_facts_special_word()}
        value={row.word}
        maxLength={MAX_SPECIAL_WORD}
        state={{ errorOf, noteOf: () => undefined }}
        onChange={(language, text) => onChange({ word: { ...row.word, [language]: text } })}
      />
      {!row.isYearly && last !== '' && last < shopDay(new Date()) && <FieldNote note={m.admin_facts_special_over()} />}
      <TextButton className="justify-self-start" label={m.admin_rows_remove({ name })} onClick={onRemove}>
        <AdminIcon name="trash" /> {m.admin_facts_special_remove()}
      </TextButton>
    </fieldset>
  );
}
