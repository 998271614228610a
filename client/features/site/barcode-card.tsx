import * as m from '#messages';
import { products } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Barcode } from './barcode.tsx';

/** The barcode of the first box, and the numbers of all boxes. */
export default function BarcodeCard() {
  const language = useLanguage();
  const numbered = products().filter(({ gtin }) => gtin !== '');
  const [first] = numbered;
  if (!first) return null;
  return (
    <aside
      aria-labelledby="barcode-heading"
      className="reveal -rotate-1 bg-white px-7 py-8 shadow-lift lg:mt-24 lg:rotate-2 print:rotate-0 print:shadow-none"
    >
      <h3 id="barcode-heading" className="text-h3">
        {m.product_barcode_heading()}
      </h3>
      <p className="mt-2">{m.product_barcode_text()}</p>
      <Barcode gtin={first.gtin} className="mt-6 h-24 w-full" />
      <dl className="mt-4 space-y-2 text-sm">
        {numbered.map(({ id, name, gtin }) => (
          <div key={id}>
            <dt className="text-ink-soft">{name[language]}</dt>
            <dd className="font-bold tracking-[0.14em] text-base">
              <span className="sr-only">{m.product_barcode_gtin()} </span>
              {gtin}
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
