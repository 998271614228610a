import { sections } from '#brand/sections.ts';
import { type SizeId, sizes } from '#brand/sizes.ts';
import * as m from '#messages';
import { products, sentence } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';

const [firstSize] = Object.keys(sizes) as [SizeId, ...SizeId[]];

/** Weight and calories of one piece. */
export default function SizesAndCalories() {
  const language = useLanguage();
  const numbers: { value: string | number; label: string }[] = Object.values(sizes).map(({ amount, short }) => ({
    value: amount,
    label: sentence(short, language),
  }));
  const label = sections.nutrition && products().find(({ unit }) => unit === firstSize)?.nutrition;
  if (label) numbers.push({ value: label.calories, label: m.home_teaser_calories() });
  return (
    <dl className="mt-8 grid max-w-prose grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] divide-x-2 divide-accent border-y-2 border-accent py-4">
      {numbers.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse justify-end px-3 first:pl-0 sm:px-5">
          <dt className="text-[0.92rem] leading-snug text-ink-soft">{label}</dt>
          <dd className="font-display text-h3 whitespace-nowrap text-brand">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
