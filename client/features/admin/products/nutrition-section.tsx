import * as m from '#messages';
import { LABEL_ROWS, type LabelRowId, NUTRIENTS, VITAMINS } from '#shared/catalogue/label-rules.ts';
import type { ProductFields } from '#shared/catalogue/products.ts';
import { type Servings, servingsOf } from '#shared/catalogue/servings.ts';
import { useLanguage } from '../../../lib/language.ts';
import { TextField } from '../../../ui/form.tsx';
import { NutritionLabel } from '../../../ui/nutrition-label.tsx';
import { servingsText } from '../../../ui/servings-text.ts';
import { ChoiceBox, FieldNote } from '../kit/form/choices.tsx';
import { type FieldState, fieldId } from '../kit/form/field-state.ts';
import { parseNumber } from '../kit/form/numbers.ts';
import { FormSection } from '../kit/form/section.tsx';
import type { ProductFormApi } from './form-api.ts';
import { checkLabel, type LabelValues, type LabelWarning, percentOf, toNutrition } from './nutrition.ts';

const rowLabels: Readonly<Record<LabelRowId, () => string>> = {
  total_fat: m.nutrition_total_fat,
  saturated_fat: m.nutrition_saturated_fat,
  trans_fat: m.nutrition_trans_fat,
  cholesterol: m.nutrition_cholesterol,
  sodium: m.nutrition_sodium,
  carbs: m.nutrition_carbs,
  fiber: m.nutrition_fiber,
  sugars: m.nutrition_sugars,
  added_sugars: m.admin_product_added_sugars,
  protein: m.nutrition_protein,
  vitamin_d: m.nutrition_vitamin_d,
  calcium: m.nutrition_calcium,
  iron: m.nutrition_iron,
  potassium: m.nutrition_potassium,
};
const HEAD = 'pb-1 text-left text-[0.8rem] font-medium text-ink-soft';
const INPUT =
  'control label-input min-h-11 w-full px-2 py-1 text-right placeholder:text-ink-soft aria-invalid:border-brand';
const ROWS: readonly LabelRowId[] = [...NUTRIENTS, ...VITAMINS];

/** The label of one serving, edited beside its drawing. */
export function NutritionSection({ form }: { form: ProductFormApi }) {
  const { values, set, state } = form;
  const { label, servings } = values;
  const name = values.name[useLanguage()];
  const nutrition = toNutrition(label, servings);
  const pack = {
    pieces: parseNumber(values.pieces),
    pieceOz: parseNumber(values.pieceOz),
    netWeightOz: parseNumber(values.netWeightOz),
  };
  const found = servingsOf({ ...pack, nutrition: nutrition && { ...nutrition, servings: undefined } });
  const change = (changes: Partial<LabelValues>) => set('label', { ...label, ...changes });
  return (
    <FormSection title={m.admin_product_nutrition()} hint={m.admin_product_nutrition_hint()}>
      <div className="grid gap-6 @min-[42rem]:grid-cols-[1fr_17rem]" id={fieldId('nutrition')} tabIndex={-1}>
        <div className="grid content-start gap-3">
          <ServingFields form={form} onChange={change} />
          <ServingsField form={form} found={found} />
          <LabelTable label={label} nutrition={nutrition} state={state} onChange={change} />
          <FieldNote error={state.errorOf('nutrition')} note={state.noteOf('nutrition')} />
          <LabelWarnings warnings={checkLabel(label)} />
        </div>
        {nutrition && (
          <NutritionLabel name={name} servings={servingsOf({ ...pack, nutrition })} nutrition={nutrition} />
        )}
      </div>
    </FormSection>
  );
}

type Change = (changes: Partial<LabelValues>) => void;

function ServingFields({ form: { values, state }, onChange }: { form: ProductFormApi; onChange: Change }) {
  const { label } = values;
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        id={fieldId('nutrition.servingSize')}
        label={m.nutrition_serving_size()}
        error={state.errorOf('nutrition.servingSize')}
        hint={m.admin_product_serving_hint()}
        autoComplete="off"
        maxLength={60}
        value={label.servingSize}
        onChange={(event) => onChange({ servingSize: event.target.value })}
      />
      <TextField
        id={fieldId('nutrition.calories')}
        label={m.nutrition_calories()}
        error={state.errorOf('nutrition.calories')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={label.calories}
        onChange={(event) => onChange({ calories: event.target.value })}
      />
    </div>
  );
}

function ServingsField({ form: { values, set, state }, found }: { form: ProductFormApi; found: Servings | null }) {
  const { servings } = values;
  return (
    <div>
      <TextField
        id={fieldId('nutrition.servings.count')}
        label={m.admin_product_servings()}
        hint={
          found ? m.admin_product_servings_found({ servings: servingsText(found) }) : m.admin_product_servings_unknown()
        }
        error={state.errorOf('nutrition.servings.count')}
        isOptional={found !== null}
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        value={servings.count}
        onChange={(event) => set('servings', { ...servings, count: event.target.value })}
      />
      {servings.count.trim() !== '' && (
        <ChoiceBox
          label={m.admin_product_servings_about()}
          isChosen={servings.isAbout}
          onChange={(isAbout) => set('servings', { ...servings, isAbout })}
        />
      )}
    </div>
  );
}

type TableProps = Pick<RowProps, 'label' | 'state'> & { nutrition: ProductFields['nutrition']; onChange: Change };

function LabelTable({ label, nutrition, state, onChange }: TableProps) {
  return (
    <table className="w-full">
      <caption className="sr-only">{m.admin_product_nutrition()}</caption>
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            {m.nutrition_nutrient()}
          </th>
          <th scope="col" className={HEAD}>
            {m.admin_product_amount()}
          </th>
          <th scope="col" className={HEAD}>
            {m.admin_product_percent()}
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map((id) => (
          <LabelRow key={id} id={id} path={rowPath(nutrition, id)} label={label} state={state} onChange={onChange} />
        ))}
      </tbody>
    </table>
  );
}

/** The path of a row among the saved ones, which have an amount. */
function rowPath(nutrition: ProductFields['nutrition'], id: LabelRowId): string {
  const nutrient = nutrition?.nutrients.findIndex((row) => row.id === id) ?? -1;
  if (nutrient >= 0) return `nutrition.nutrients.${nutrient}`;
  const vitamin = nutrition?.vitamins.findIndex((row) => row.id === id) ?? -1;
  return vitamin >= 0 ? `nutrition.vitamins.${vitamin}` : `nutrition.${id}`;
}

type RowProps = {
  id: LabelRowId;
  path: string;
  label: LabelValues;
  state: FieldState;
  onChange: (changes: Partial<LabelValues>) => void;
};

/** The percentage follows the amount until another is typed. */
function LabelRow({ id, path, label: { amounts, percents }, state, onChange }: RowProps) {
  const name = rowLabels[id]();
  const { unit, level, daily } = LABEL_ROWS[id];
  const [amount, percent] = [`${path}.amount`, `${path}.dailyPercent`];
  const errors = [amount, percent].flatMap((each) => {
    const error = state.errorOf(each);
    return error === undefined ? [] : [{ each, error, id: `${fieldId(each)}-error` }];
  });
  const described = (field: string) => {
    const error = errors.find(({ each }) => each === field);
    return { id: fieldId(field), ...(error && { 'aria-invalid': true, 'aria-describedby': error.id }) };
  };
  const onAmount = (value: string) => {
    const followed = percentOf(id, value);
    onChange({
      amounts: { ...amounts, [id]: value },
      ...(daily !== undefined && { percents: { ...percents, [id]: followed === null ? '' : String(followed) } }),
    });
  };
  return (
    <>
      <tr>
        <th scope="row" className="text-left text-[0.9rem] font-medium" style={{ paddingInlineStart: `${level}rem` }}>
          {name}
        </th>
        <td className="w-26 py-0.5 pl-2">
          <input
            {...described(amount)}
            className={INPUT}
            aria-label={m.admin_product_amount_of({ name, unit })}
            placeholder={unit}
            autoComplete="off"
            maxLength={20}
            value={amounts[id] ?? ''}
            onChange={(event) => onAmount(event.target.value)}
          />
        </td>
        <td className="w-18 py-0.5 pl-2">
          {daily !== undefined && (
            <input
              {...described(percent)}
              className={INPUT}
              aria-label={m.admin_product_percent_of({ name })}
              placeholder="%"
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              value={percents[id] ?? ''}
              onChange={(event) => onChange({ percents: { ...percents, [id]: event.target.value } })}
            />
          )}
        </td>
      </tr>
      {errors.length > 0 && <RowErrors errors={errors} />}
    </>
  );
}

function RowErrors({ errors }: { errors: readonly { id: string; error: string }[] }) {
  return (
    <tr>
      <td colSpan={3} className="py-0.5 pl-2">
        {errors.map(({ id, error }) => (
          <FieldNote key={id} id={id} error={error} />
        ))}
      </td>
    </tr>
  );
}

/** Warnings only: each value was rounded separately, and the maker knows more. */
function LabelWarnings({ warnings }: { warnings: readonly LabelWarning[] }) {
  return (
    <div role="status" className={warnings.length > 0 ? 'noticed border-l-3 border-accent px-4 py-3' : undefined}>
      {warnings.map((warning) => (
        <p key={warning.code === 'calories' ? warning.code : warning.part}>{warningText(warning)}</p>
      ))}
    </div>
  );
}

function warningText(warning: LabelWarning): string {
  if (warning.code === 'more_than') {
    return m.admin_label_more_than({ part: rowLabels[warning.part](), whole: rowLabels[warning.whole]() });
  }
  const { calories, expected } = warning;
  return m.admin_label_calories({ calories, expected });
}
