import * as m from '#messages';
import type { ProductFields } from '#shared/catalogue/products.ts';
import type { Servings } from '#shared/catalogue/servings.ts';
import { servingsText } from './servings-text.ts';

const names = {
  total_fat: m.nutrition_total_fat,
  saturated_fat: m.nutrition_saturated_fat,
  trans_fat: m.nutrition_trans_fat,
  cholesterol: m.nutrition_cholesterol,
  sodium: m.nutrition_sodium,
  carbs: m.nutrition_carbs,
  fiber: m.nutrition_fiber,
  sugars: m.nutrition_sugars,
  protein: m.nutrition_protein,
  vitamin_d: m.nutrition_vitamin_d,
  calcium: m.nutrition_calcium,
  iron: m.nutrition_iron,
  potassium: m.nutrition_potassium,
};
const indents = ['font-bold', 'pl-5 font-normal', 'pl-9 font-normal'];

type Props = {
  /** The product's name, for the caption. */
  name: string;
  /** `null` omits the line. */
  servings: Servings | null;
  nutrition: NonNullable<ProductFields['nutrition']>;
  /** Whether to show the name above it, if the label is one of several. */
  hasName?: boolean;
};

/** The label of 21 CFR 101.9: black on white, thick and thin rules; a table that screen readers can read. */
export function NutritionLabel({ name, servings, nutrition, hasName = true }: Props) {
  const { servingSize, calories, nutrients, vitamins } = nutrition;
  return (
    <section aria-label={m.nutrition_caption({ name })} className="basis-72 grow max-w-[23rem]">
      {hasName && <h3 className="mb-2.5 font-sans text-base font-bold leading-snug">{name}</h3>}
      <div className="nutrition">
        <p className="nutrition-title">{m.nutrition_heading()}</p>
        {servings && <p className="pt-1 text-[1.05rem] leading-tight">{servingsText(servings)}</p>}
        <p className="flex flex-wrap justify-between gap-x-4 border-b-[10px] border-current pb-1.5 text-[1.05rem] leading-tight font-bold">
          <span>{m.nutrition_serving_size()}</span> <span>{servingSize}</span>
        </p>
        <p className="text-sm leading-tight font-bold pt-1.5">{m.nutrition_amount()}</p>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-b-[6px] border-current font-bold leading-none">
          <span className="text-[1.9rem]">{m.nutrition_calories()}</span>{' '}
          <span className="text-[2.7rem]">{calories}</span>
        </p>
        <table className="w-full">
          <caption className="sr-only">{m.nutrition_caption({ name })}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{m.nutrition_nutrient()}</span>
              </th>
              <th scope="col" className="w-2/5 text-right text-sm font-bold">
                {m.nutrition_daily_value()}
              </th>
            </tr>
          </thead>
          <tbody>
            {nutrients.map((row) => (
              <Row key={row.id} row={row} nameClass={indents[row.level] ?? ''} isBold />
            ))}
          </tbody>
          <tbody className="border-t-[10px] border-current">
            {vitamins.map((row) => (
              <Row key={row.id} row={row} nameClass="font-normal" />
            ))}
          </tbody>
        </table>
        <p className="border-t-[6px] border-current pt-2 text-[0.85rem] leading-snug">{m.nutrition_note()}</p>
      </div>
    </section>
  );
}

type NutrientRow = { id: keyof typeof names | 'added_sugars'; amount: string; dailyPercent: number | null };

function Row({ row, nameClass, isBold = false }: { row: NutrientRow; nameClass: string; isBold?: boolean }) {
  return (
    <tr className="border-t border-current">
      <th scope="row" className={`py-1 text-left leading-tight ${nameClass}`}>
        {row.id === 'added_sugars' ? (
          m.nutrition_added_sugars({ amount: row.amount })
        ) : (
          <>
            {names[row.id]()} <span className="font-normal">{row.amount}</span>
          </>
        )}
      </th>
      <td className={`py-1 text-right leading-tight ${isBold ? 'font-bold' : ''}`}>
        {row.dailyPercent === null ? '' : `${row.dailyPercent}%`}
      </td>
    </tr>
  );
}
