import { STATE_NAMES } from '#brand/state-names.ts';
import * as m from '#messages';
import { US_STATE_CODES } from '#shared/places/us-states.ts';
import { type HeatRule, MAX_HEAT_RULES } from '#shared/shipping/rules.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { AddButton } from '../../kit/form/add-button.tsx';
import { ChoiceBox, Choices, FieldNote } from '../../kit/form/choices.tsx';
import { type FieldState, fieldId } from '../../kit/form/field-state.ts';
import { Fold } from '../../kit/form/fold.tsx';
import { TrashButton } from '../../kit/row-buttons.tsx';
import { useProducts } from '../../products/api.ts';
import { heatRuleText, monthName } from './words.ts';

const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);
/** The most common rule: the hot months, with the mildest measure. */
const NEW_RULE: HeatRule = {
  products: [],
  months: [5, 6, 7, 8, 9],
  states: [],
  isEarlyWeek: true,
  isFast: false,
  isHeld: false,
};

type Props = { rules: readonly HeatRule[]; onChange: (rules: HeatRule[]) => void; state: FieldState };

/** The heat rules, each in a fold. */
export function HeatRules({ rules, onChange, state }: Props) {
  return (
    <div className="grid gap-3">
      {rules.map((rule, at) => (
        <Rule
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a row are controlled, and hold no state
          key={at}
          at={at}
          rule={rule}
          state={state}
          onChange={(part) => onChange(rules.map((each, i) => (i === at ? { ...each, ...part } : each)))}
          onRemove={() => onChange(rules.filter((_, i) => i !== at))}
        />
      ))}
      {rules.length < MAX_HEAT_RULES && (
        <AddButton onClick={() => onChange([...rules, { ...NEW_RULE, months: [...NEW_RULE.months] }])}>
          {m.admin_shipping_heat_add()}
        </AddButton>
      )}
    </div>
  );
}

type RuleProps = {
  at: number;
  rule: HeatRule;
  state: FieldState;
  onChange: (part: Partial<HeatRule>) => void;
  onRemove: () => void;
};

function Rule({ at, rule, state, onChange, onRemove }: RuleProps) {
  const language = useLanguage();
  const path = `heat.${at}`;
  const name = m.admin_shipping_heat_rule({ number: at + 1 });
  return (
    <Fold id={fieldId(path)} summary={`${name} · ${heatRuleText(rule)}`} isNeeded>
      <div className="mt-2 grid gap-4">
        <Measures path={path} rule={rule} state={state} onChange={onChange} />
        <Choices
          path={`${path}.months`}
          label={m.admin_shipping_heat_months()}
          options={MONTHS.map((month) => ({ id: String(month), label: monthName(month) }))}
          value={rule.months.map(String)}
          onChange={(months) => onChange({ months: months.map(Number) })}
          state={state}
        />
        <Fold
          summary={
            rule.states.length === 0
              ? m.admin_shipping_heat_states_all()
              : m.admin_shipping_states_chosen({ count: rule.states.length })
          }
        >
          <Choices
            path={`${path}.states`}
            label={m.admin_shipping_states()}
            hint={m.admin_shipping_heat_none_hint()}
            options={US_STATE_CODES.map((id) => ({ id, label: STATE_NAMES[id][language] }))}
            value={rule.states}
            onChange={(states) => onChange({ states })}
            state={state}
          />
        </Fold>
        <RuleProducts path={path} rule={rule} state={state} onChange={onChange} />
        <TrashButton className="is-danger justify-self-end" label={m.admin_rows_remove({ name })} onClick={onRemove} />
      </div>
    </Fold>
  );
}

type PartProps = Pick<RuleProps, 'rule' | 'state' | 'onChange'> & { path: string };

/** The effects of a rule on a parcel. */
function Measures({ path, rule, state, onChange }: PartProps) {
  const measure = (name: 'isEarlyWeek' | 'isFast' | 'isHeld', label: string) => (
    <ChoiceBox label={label} isChosen={rule[name]} onChange={(isChosen) => onChange({ [name]: isChosen })} />
  );
  const measureError = state.errorOf(`${path}.isHeld`);
  return (
    <fieldset id={fieldId(`${path}.isHeld`)} tabIndex={-1}>
      <legend className="mb-1 font-semibold">{m.admin_shipping_heat_what()}</legend>
      {measure('isEarlyWeek', m.admin_shipping_heat_early())}
      {measure('isFast', m.admin_shipping_heat_fast())}
      {measure('isHeld', m.admin_shipping_heat_held())}
      {measureError && <FieldNote error={measureError} />}
    </fieldset>
  );
}

function RuleProducts({ path, rule, state, onChange }: PartProps) {
  const products = useProductOptions(rule.products);
  return (
    <Fold
      summary={
        rule.products.length === 0
          ? m.admin_shipping_heat_products_all()
          : m.admin_shipping_heat_products({ count: rule.products.length })
      }
    >
      <Choices
        path={`${path}.products`}
        label={m.admin_shipping_heat_products_of()}
        hint={m.admin_shipping_heat_none_hint()}
        options={products}
        value={rule.products}
        onChange={(chosen) => onChange({ products: chosen })}
        state={state}
      />
    </Fold>
  );
}

/** The shop's products; a deleted one stays in its rule until it is removed there. */
function useProductOptions(chosen: readonly string[]): { id: string; label: string }[] {
  const language = useLanguage();
  const { data: products = [] } = useProducts();
  const gone = chosen.filter((id) => !products.some((each) => each.id === id));
  return [
    ...products.map(({ id, name }) => ({ id, label: name[language] || id })),
    ...gone.map((id) => ({ id, label: id })),
  ];
}
