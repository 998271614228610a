import type { ReactNode } from 'react';
import { STATE_NAMES } from '#brand/state-names.ts';
import * as m from '#messages';
import { US_STATE_CODES } from '#shared/places/us-states.ts';
import { MAX_CLOSED_DAYS, ZONES } from '#shared/shipping/rules.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { TextField } from '../../../../ui/form.tsx';
import { AddButton } from '../../kit/form/add-button.tsx';
import { ChoiceBox, Choices, FieldNote } from '../../kit/form/choices.tsx';
import { type FieldState, fieldId } from '../../kit/form/field-state.ts';
import { Fold } from '../../kit/form/fold.tsx';
import { NumberField } from '../../kit/form/number-field.tsx';
import { FormSection } from '../../kit/form/section.tsx';
import { TrashButton } from '../../kit/row-buttons.tsx';
import type { ClosedDay, ShippingValues } from './values.ts';
import { shippingLabels, weekdayName } from './words.ts';

type PartProps<Value> = { value: Value; state: FieldState; onChange: (value: Value) => void };
type SectionProps<F extends keyof ShippingValues> = PartProps<ShippingValues[F]> & {
  /** A sentence with the effect of this part, or `null` while it has errors. */
  children?: ReactNode;
};

/** Renders a number of one part of the rules. */
const numberIn =
  <Value extends object>({ value, state, onChange }: PartProps<Value>) =>
  (name: keyof Value, path: string, label: string, hint?: string) => (
    <NumberField
      key={path}
      path={path}
      label={label}
      hint={hint}
      value={String(value[name])}
      state={state}
      onChange={(typed) => onChange({ ...value, [name]: typed })}
    />
  );

/** The effect of a part, announced again after each change. */
export function Outcome({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-field bg-tint/60 px-4 py-3">
      {children}
    </p>
  );
}

export function FreeSection(props: SectionProps<'free'>) {
  const { value, state, onChange, children } = props;
  const language = useLanguage();
  const number = numberIn(props);
  return (
    <FormSection title={shippingLabels.free()}>
      <ChoiceBox
        label={m.admin_shipping_free_on()}
        isChosen={value.isOn}
        onChange={(isOn) => onChange({ ...value, isOn })}
      />
      {value.isOn && (
        <>
          <div className="form-pair">
            {number('over', 'free.overCents', m.admin_shipping_free_over(), m.admin_shipping_free_over_hint())}
            {number('upTo', 'free.upToOz', m.admin_shipping_up_to(), m.admin_shipping_up_to_hint())}
          </div>
          <Fold
            summary={m.admin_shipping_states_chosen({ count: value.states.length })}
            isNeeded={state.errorOf('free.states') !== undefined}
          >
            <Choices
              path="free.states"
              label={m.admin_shipping_states()}
              options={US_STATE_CODES.map((id) => ({ id, label: STATE_NAMES[id][language] }))}
              value={value.states}
              onChange={(states) => onChange({ ...value, states })}
              state={state}
            />
          </Fold>
        </>
      )}
      {children}
    </FormSection>
  );
}

export function FlatSection(props: SectionProps<'flat'>) {
  const { value, onChange } = props;
  const number = numberIn(props);
  return (
    <FormSection title={shippingLabels.flat()} hint={m.admin_shipping_flat_hint()}>
      <ChoiceBox
        label={m.admin_shipping_flat_on()}
        isChosen={value.isOn}
        onChange={(isOn) => onChange({ ...value, isOn })}
      />
      {value.isOn && (
        <div className="form-pair">
          {number('price', 'flat.cents', m.admin_shipping_flat_price())}
          {number('upTo', 'flat.upToOz', m.admin_shipping_up_to(), m.admin_shipping_up_to_hint())}
        </div>
      )}
    </FormSection>
  );
}

/** The table of rates: each service in a fold, with a row for each zone. */
export function ServicesSection({ value: services, state, onChange }: SectionProps<'services'>) {
  const error = state.errorOf('services');
  return (
    <FormSection title={shippingLabels.services()} hint={m.admin_shipping_table_hint()}>
      {error && <FieldNote error={error} />}
      {services.map((service, at) => (
        <ServiceFold
          key={`${service.carrier} ${service.service}`}
          path={`services.${at}`}
          service={service}
          state={state}
          onChange={(changed) => onChange(services.map((each, i) => (i === at ? changed : each)))}
        />
      ))}
    </FormSection>
  );
}

type Service = ShippingValues['services'][number];
type ServiceFoldProps = {
  path: string;
  service: Service;
  state: FieldState;
  onChange: (service: Service) => void;
};

const ZONE_FIELDS = [
  { name: 'base', path: 'baseCents', label: m.admin_shipping_base },
  { name: 'pound', path: 'poundCents', label: m.admin_shipping_pound },
  { name: 'days', path: 'days', label: m.admin_shipping_days },
] as const;

function ServiceFold({ path, service, state, onChange }: ServiceFoldProps) {
  const name = `${service.carrier} ${service.service}`;
  const pathOf = (zone: number, field: string) => `${path}.byZone.${zone}.${field}`;
  const isRefused = service.byZone.some((_, i) => ZONE_FIELDS.some((field) => state.errorOf(pathOf(i, field.path))));
  return (
    <Fold id={fieldId(path)} summary={service.isOn ? name : `${name} · ${m.admin_shipping_off()}`} isNeeded={isRefused}>
      <ChoiceBox
        label={m.admin_shipping_service_on()}
        isChosen={service.isOn}
        onChange={(isOn) => onChange({ ...service, isOn })}
      />
      {service.byZone.map((zone, i) => {
        const onZone = (changed: typeof zone) =>
          onChange({ ...service, byZone: service.byZone.map((each, j) => (j === i ? changed : each)) });
        const number = numberIn({ value: zone, state, onChange: onZone });
        const label = i === ZONES.length - 1 ? m.admin_shipping_zone_far : m.admin_shipping_zone;
        return (
          <fieldset key={ZONES[i]} className="grid grid-cols-3 items-end gap-x-3 gap-y-2 py-2">
            <legend className="font-semibold">{label({ zone: ZONES[i] ?? 0 })}</legend>
            {ZONE_FIELDS.map((field) => number(field.name, pathOf(i, field.path), field.label()))}
          </fieldset>
        );
      })}
    </Fold>
  );
}

export function MarginSection(props: SectionProps<'margin'>) {
  const number = numberIn(props);
  return (
    <FormSection title={shippingLabels.margin()} hint={m.admin_shipping_margin_hint()}>
      <div className="form-pair">
        {number('percent', 'margin.percent', m.admin_shipping_percent())}
        {number('dollars', 'margin.cents', m.admin_shipping_dollars())}
      </div>
    </FormSection>
  );
}

export function CalendarSection(props: SectionProps<'calendar'>) {
  const { value, state, onChange, children } = props;
  const number = numberIn(props);
  return (
    <FormSection title={shippingLabels.calendar()} hint={m.admin_shipping_calendar_hint()}>
      <Choices
        path="calendar.shipDays"
        label={m.admin_shipping_ship_days()}
        options={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ id: String(day), label: weekdayName(day, 'long') }))}
        value={value.shipDays.map(String)}
        onChange={(days) => onChange({ ...value, shipDays: days.map(Number) })}
        state={state}
      />
      <div className="form-pair">
        <TextField
          id={fieldId('calendar.cutOff')}
          type="time"
          label={m.admin_shipping_cut_off()}
          hint={m.admin_shipping_cut_off_hint()}
          value={value.cutOff}
          error={state.errorOf('calendar.cutOff')}
          onChange={(event) => onChange({ ...value, cutOff: event.target.value })}
        />
        {number('handlingDays', 'calendar.handlingDays', m.admin_shipping_handling(), m.admin_shipping_handling_hint())}
      </div>
      <ClosedDays days={value.closedDays} state={state} onChange={(closedDays) => onChange({ ...value, closedDays })} />
      {children}
    </FormSection>
  );
}

const CLOSED_DAY =
  'grid grid-cols-[minmax(8.5rem,14rem)_auto_auto] items-end justify-start gap-x-3 gap-y-2 [&>.choice]:min-w-auto';
type ClosedDaysProps = { days: readonly ClosedDay[]; state: FieldState; onChange: (days: ClosedDay[]) => void };

function ClosedDays({ days, state, onChange }: ClosedDaysProps) {
  return (
    <fieldset id={fieldId('calendar.closedDays')} className="grid gap-3">
      <legend className="mb-1 font-semibold">{m.admin_shipping_closed()}</legend>
      {days.map((closed, i) => {
        const set = (part: Partial<ClosedDay>) =>
          onChange(days.map((each, j) => (j === i ? { ...each, ...part } : each)));
        const name = m.admin_shipping_closed_day({ number: i + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a row are controlled, and hold no state
          <div key={i} className={CLOSED_DAY}>
            <TextField
              id={fieldId(`calendar.closedDays.${i}`)}
              type="date"
              label={name}
              value={closed.day}
              error={state.errorOf(`calendar.closedDays.${i}`)}
              onChange={(event) => set({ day: event.target.value })}
            />
            <ChoiceBox
              label={m.admin_shipping_yearly()}
              isChosen={closed.isYearly}
              onChange={(isYearly) => set({ isYearly })}
            />
            <TrashButton
              label={m.admin_rows_remove({ name })}
              onClick={() => onChange(days.filter((_, j) => j !== i))}
            />
          </div>
        );
      })}
      {days.length < MAX_CLOSED_DAYS && (
        <AddButton onClick={() => onChange([...days, { day: '', isYearly: false }])}>
          {m.admin_shipping_closed_add()}
        </AddButton>
      )}
    </fieldset>
  );
}
