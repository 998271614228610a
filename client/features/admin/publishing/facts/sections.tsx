import type { ComponentProps } from 'react';
import { STATE_NAMES } from '#brand/state-names.ts';
import * as m from '#messages';
import { hoursText } from '#shared/content/opening-hours.ts';
import { brandFacts, type ShopFacts } from '#shared/content/shop-facts.ts';
import { US_STATE_CODES } from '#shared/places/us-states.ts';
import { isBeyondTable, TABLE_PREFIX } from '#shared/places/zones.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { SelectField, TextField } from '../../../../ui/form.tsx';
import { ChoiceBox, FieldNote } from '../../kit/form/choices.tsx';
import { type FieldState, fieldId } from '../../kit/form/field-state.ts';
import { FormSection } from '../../kit/form/section.tsx';
import { weekdayName } from '../shipping/words.ts';
import type { FactsValues, OpenDay } from './values.ts';
import { factsLabels } from './words.ts';

const SUNDAY = 7;

type ErrorOf = FieldState['errorOf'];
/** A field of the facts, or a group of fields. */
type PartProps<Field extends keyof FactsValues> = {
  value: FactsValues[Field];
  errorOf: ErrorOf;
  onChange: (value: FactsValues[Field]) => void;
};

type LineProps = Omit<ComponentProps<typeof TextField>, 'onChange'> & {
  path: string;
  errorOf: ErrorOf;
  onChange: (text: string) => void;
};

/** One line of text. */
export function FactLine({ path, errorOf, onChange, ...field }: LineProps) {
  return (
    <TextField
      id={fieldId(path)}
      autoComplete="off"
      maxLength={100}
      error={errorOf(path)}
      onChange={(event) => onChange(event.target.value)}
      {...field}
    />
  );
}

type Address = ShopFacts['address'];
type AddressProps = {
  field: 'address' | 'shipsFrom';
  value: Address;
  errorOf: ErrorOf;
  onChange: (part: Partial<Address>) => void;
};

/** Street, town, state and ZIP. */
export function AddressFields({ field, value, errorOf, onChange }: AddressProps) {
  const language = useLanguage();
  return (
    <>
      <FactLine
        path={`${field}.street`}
        errorOf={errorOf}
        label={m.admin_facts_street()}
        value={value.street}
        onChange={(street) => onChange({ street })}
      />
      <div className="grid grid-cols-[1fr_1fr] items-start gap-4 @min-[40rem]:grid-cols-[2fr_1.4fr_1fr]">
        <FactLine
          path={`${field}.city`}
          errorOf={errorOf}
          label={m.admin_facts_town()}
          value={value.city}
          fieldClass="col-span-full @min-[40rem]:col-auto"
          onChange={(city) => onChange({ city })}
        />
        <SelectField
          id={fieldId(`${field}.state`)}
          label={m.admin_facts_state()}
          value={value.state}
          error={errorOf(`${field}.state`)}
          options={US_STATE_CODES.map((code) => ({ value: code, label: STATE_NAMES[code][language] }))}
          onChange={(event) => onChange({ state: event.target.value as Address['state'] })}
        />
        <FactLine
          path={`${field}.zipCode`}
          errorOf={errorOf}
          label={m.admin_facts_zip()}
          value={value.zipCode}
          inputMode="numeric"
          maxLength={20}
          onChange={(zipCode) => onChange({ zipCode })}
        />
      </div>
    </>
  );
}

type ShipsFromProps = PartProps<'shipsFrom'> & { facts: Pick<ShopFacts, 'address' | 'shipsFrom'> };

/** Where parcels leave, and the consequence for the table of rates. @param facts as typed */
export function ShipsFromSection({ value, facts, errorOf, onChange }: ShipsFromProps) {
  const change = (part: Partial<FactsValues['shipsFrom']>) => onChange({ ...value, ...part });
  return (
    <FormSection title={factsLabels.shipsFrom()} hint={m.admin_facts_ships_from_hint()}>
      <ChoiceBox
        label={m.admin_facts_ships_from_own()}
        isChosen={value.isOwn}
        onChange={(isOwn) => change({ isOwn })}
      />
      {value.isOwn && <AddressFields field="shipsFrom" value={value} errorOf={errorOf} onChange={change} />}
      {isBeyondTable(facts.shipsFrom ?? facts.address) && (
        <p role="status" className="rounded-field bg-tint/60 px-4 py-3">
          {m.admin_facts_zones({ prefix: TABLE_PREFIX })}
        </p>
      )}
    </FormSection>
  );
}

/** The days of a week with their hours, and the resulting sentence for shoppers. @param hours as typed */
export function HoursSection({ value, hours, errorOf, onChange }: PartProps<'week'> & { hours: ShopFacts['hours'] }) {
  const language = useLanguage();
  const setDay = (at: number, part: Partial<OpenDay>) =>
    onChange(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  return (
    <FormSection title={factsLabels.hours()} hint={m.admin_facts_hours_hint()}>
      <div id={fieldId('week')} className="grid gap-1">
        {value.map((day, at) => {
          const name = weekdayName((at + 1) % SUNDAY, 'long');
          return (
            <DayRow
              key={name}
              name={name}
              path={`week.${at}`}
              day={day}
              errorOf={errorOf}
              onChange={(part) => setDay(at, part)}
            />
          );
        })}
        {errorOf('week') && <FieldNote error={errorOf('week')} />}
      </div>
      {hours.length > 0 && (
        <p role="status" className="rounded-field bg-tint/60 px-4 py-3">
          {hoursText(hours, language)}
        </p>
      )}
    </FormSection>
  );
}

type DayProps = {
  name: string;
  path: string;
  day: OpenDay;
  errorOf: ErrorOf;
  onChange: (part: Partial<OpenDay>) => void;
};

function DayRow({ name, path, day, errorOf, onChange }: DayProps) {
  return (
    <div className="grid grid-cols-[1fr_1fr] items-center gap-x-3 py-1 @min-[30rem]:grid-cols-[minmax(8rem,11rem)_minmax(8rem,10rem)_minmax(8rem,10rem)]">
      <div className={day.isOpen ? 'col-span-full @min-[30rem]:col-auto' : undefined}>
        <ChoiceBox label={name} isChosen={day.isOpen} onChange={(isOpen) => onChange({ isOpen })} />
      </div>
      {day.isOpen ? (
        (['opens', 'closes'] as const).map((end) => (
          <TextField
            key={end}
            id={fieldId(`${path}.${end}`)}
            type="time"
            label={
              <span className="sr-only">
                {end === 'opens' ? m.admin_facts_opens({ day: name }) : m.admin_facts_closes({ day: name })}
              </span>
            }
            value={day[end]}
            error={errorOf(`${path}.${end}`)}
            onChange={(event) => onChange({ [end]: event.target.value })}
          />
        ))
      ) : (
        <p className="text-ink-soft">{m.admin_facts_closed()}</p>
      )}
    </div>
  );
}

const NETWORKS = [
  ['instagram', 'Instagram'],
  ['tiktok', 'TikTok'],
] as const;

export function SocialSection({ value, errorOf, onChange }: PartProps<'social'>) {
  return (
    <FormSection title={factsLabels.social()} hint={m.admin_facts_social_hint()}>
      <div className="form-pair">
        {NETWORKS.map(([network, label]) => (
          <FactLine
            key={network}
            path={`social.${network}`}
            errorOf={errorOf}
            label={label}
            value={value[network]}
            type="url"
            maxLength={200}
            isOptional
            placeholder={brandFacts.social[network]}
            onChange={(text) => onChange({ ...value, [network]: text })}
          />
        ))}
      </div>
    </FormSection>
  );
}
