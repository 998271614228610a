import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { promiseAt, shopCalendar } from '#shared/shipping/promises.ts';
import type { ShippingRules } from '#shared/shipping/rules.ts';
import { useLanguage } from '../../../../lib/language.ts';
import type { FieldState } from '../../kit/form/field-state.ts';
import { dollarsText } from '../../kit/form/numbers.ts';
import { FormSection } from '../../kit/form/section.tsx';
import { HeatRules } from './heat-rules.tsx';
import { CalendarSection, FlatSection, FreeSection, MarginSection, Outcome, ServicesSection } from './sections.tsx';
import type { ShippingValues } from './values.ts';
import { shippingLabels, shippingValueText } from './words.ts';

type Field = keyof ShippingValues;
export type SetRule = <F extends Field>(field: F, value: ShippingValues[F]) => void;

/** The transit days of the example. */
const EXAMPLE_DAYS = 2;

type Props = {
  values: ShippingValues;
  /** As typed. */
  rules: ShippingRules;
  /** The errors of the rules, by path. */
  faults: Readonly<Record<string, string>>;
  state: FieldState;
  set: SetRule;
};

/** All rules of shipping, section by section, each with its effect as a sentence. */
export function RuleFields({ values, rules, faults, state, set }: Props) {
  const part = <F extends Field>(field: F) => ({
    value: values[field],
    state,
    onChange: (value: ShippingValues[F]) => set(field, value),
  });
  const isSound = (field: Field) => !Object.keys(faults).some((path) => path.split('.')[0] === field);
  return (
    <>
      <FreeSection {...part('free')}>
        {isSound('free') && (
          <Outcome>
            {rules.free.isOn ? shippingValueText('free', rules.free) : m.admin_shipping_free_none()}
            {rules.free.isOn && rules.free.overCents > 0 && <ExactSum cents={rules.free.overCents} />}
          </Outcome>
        )}
      </FreeSection>
      <FlatSection {...part('flat')} />
      <ServicesSection {...part('services')} />
      <MarginSection {...part('margin')} />
      <CalendarSection {...part('calendar')}>{isSound('calendar') && <Example rules={rules} />}</CalendarSection>
      <FormSection title={shippingLabels.heat()} hint={m.admin_shipping_heat_hint()}>
        <HeatRules rules={values.heat} state={state} onChange={part('heat').onChange} />
      </FormSection>
    </>
  );
}

/** What happens at exactly the limit, which must be exceeded. */
function ExactSum({ cents }: { cents: number }) {
  const language = useLanguage();
  const [sum, from] = [formatPrice(cents, language), formatPrice(cents + 1, language)];
  return (
    <span className="mt-1 block text-sm">
      {m.admin_shipping_free_exactly({ sum, from, less: dollarsText(cents - 1) })}
    </span>
  );
}

/** The promise of the calendar for an order placed now. */
function Example({ rules }: { rules: ShippingRules }) {
  const language = useLanguage();
  const { shipBy, arriveBy } = promiseAt(new Date(), EXAMPLE_DAYS, shopCalendar(rules));
  return (
    <Outcome>
      {m.admin_shipping_example({
        days: EXAMPLE_DAYS,
        ship: promisedDay(shipBy, language),
        arrive: promisedDay(arriveBy, language),
      })}
    </Outcome>
  );
}
