import { nutrition } from '#brand/nutrition.ts';
import * as m from '#messages';

const names = {
  total_fat: m.nutrition_total_fat,
  saturated_fat: m.nutrition_saturated_fat,
  trans_fat: m.nutrition_trans_fat,
  cholesterol: m.nutrition_cholesterol,
  sodium: m.nutrition_sodium,
  carbs: m.nutrition_carbs,
  fiber: m.nutrition_fiber,
  sugars: m.nutrition_sugars,
  added_sugars: m.nutrition_added_sugars,
  protein: m.nutrition_protein,
  vitamin_d: m.nutrition_vitamin_d,
  calcium: m.nutrition_calcium,
  iron: m.nutrition_iron,
  potassium: m.nutrition_potassium,
};
const indents = ['font-bold', 'pl-5', 'pl-9'];

/** The label as 21 CFR 101.9 sets it: black on white, thick and thin rules; a table that can be read aloud. */
export default function NutritionLabel() {
  return (
    <div className="nutrition">
      <p className="nutrition-title">{m.nutrition_heading()}</p>
      <p className="flex justify-between gap-4 border-b-[10px] border-current pb-1.5 text-[1.05rem] font-bold">
        <span>{m.nutrition_serving_size()}</span> <span>{nutrition.servingSize}</span>
      </p>
      <p className="text-sm leading-tight font-bold pt-1.5">{m.nutrition_amount()}</p>
      <p className="flex items-baseline justify-between gap-4 border-b-[6px] border-current font-bold leading-none">
        <span className="text-[1.9rem]">{m.nutrition_calories()}</span>{' '}
        <span className="text-[2.7rem]">{nutrition.calories}</span>
      </p>
      <table className="w-full">
        <caption className="sr-only">{m.nutrition_caption()}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{m.nutrition_nutrient()}</span>
            </th>
            <th scope="col" className="text-right text-sm font-bold">
              {m.nutrition_daily_value()}
            </th>
          </tr>
        </thead>
        <tbody>
          {nutrition.nutrients.map((row) => (
            <Row key={row.id} row={row} nameClass={indents[row.level] ?? ''} isBold />
          ))}
        </tbody>
        <tbody className="border-t-[10px] border-current">
          {nutrition.vitamins.map((row) => (
            <Row key={row.id} row={row} nameClass="" />
          ))}
        </tbody>
      </table>
      <p className="border-t-[6px] border-current pt-2 text-[0.85rem] leading-snug">{m.nutrition_note()}</p>
    </div>
  );
}

type NutrientRow = { id: keyof typeof names; amount: string; dailyPercent: number | null };

function Row({ row, nameClass, isBold = false }: { row: NutrientRow; nameClass: string; isBold?: boolean }) {
  return (
    <tr className="border-t border-current">
      <th scope="row" className={`py-1 text-left font-normal leading-tight ${nameClass}`}>
        {names[row.id]()} <span className="font-normal">{row.amount}</span>
      </th>
      <td className={`py-1 text-right leading-tight ${isBold ? 'font-bold' : ''}`}>
        {row.dailyPercent === null ? '' : `${row.dailyPercent}%`}
      </td>
    </tr>
  );
}
