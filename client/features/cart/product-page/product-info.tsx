import { useLocation } from 'wouter';
import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { formatPrice } from '#shared/core/money.ts';
import { containedIn } from '../../lib/allergens.ts';
import { productAt } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { shipDays } from '../../lib/ship-days.ts';
import { Icon } from '../../ui/icons.tsx';
import { AddButton, unavailableWord } from './add-button.tsx';
import { leftText } from './left-text.ts';
import { sizeText } from './size-text.ts';

/** The right column of a product's page: name, price, availability, button, description, allergens. */
export default function ProductInfo() {
  const language = useLanguage();
  const [path] = useLocation();
  const product = productAt(path);
  if (!product) return null;
  return (
    <div>
      <h1 className="text-h2 text-(--accent)">{product.name[language]}</h1>
      <p className="mt-3 text-label font-semibold text-ink-soft uppercase">
        {`${m.shop_size()}: ${sizeText(product.size[language])}`}
      </p>
      <Price product={product} />
      <Availability product={product} />
      <div className="mt-5 max-lg:hidden">
        <AddButton product={product} size="large" className="min-w-64" />
      </div>
      <p className="mt-6 max-w-prose text-lead">{product.description[language]}</p>
      <Contents product={product} />
      {product.allergens.length > 0 && (
        <p className="mt-4 text-lead font-semibold">{m.shop_contains({ allergens: containedIn(product, language) })}</p>
      )}
      <Warning text={product.proposition65[language]} />
    </div>
  );
}

function Price({ product: { priceCents, netWeightOz } }: { product: Product }) {
  const language = useLanguage();
  return (
    <p className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <span className="font-display text-[2.4rem] leading-none text-ink">{formatPrice(priceCents, language)}</span>
      <span className="text-ink-soft">
        {m.item_unit_price({ price: formatPrice(Math.round(priceCents / netWeightOz), language) })}
      </span>
    </p>
  );
}

/** The components of an assortment. */
function Contents({ product: { contents } }: { product: Product }) {
  const language = useLanguage();
  if (!contents) return null;
  return (
    <>
      <h2 className="mt-5 font-sans text-base font-bold text-ink">{m.item_contents()}</h2>
      <ul className="mt-1.5 max-w-prose list-disc pl-5">
        {contents.map(({ name, quantity }) => (
          <li key={name[language]}>{`${quantity} × ${name[language]}`}</li>
        ))}
      </ul>
    </>
  );
}

function Availability({ product }: { product: Product }) {
  const word = unavailableWord(product);
  const { left } = product;
  return word === null ? (
    <p className="mt-4 flex items-start gap-2 leading-snug text-second">
      <Icon name="check" className="mt-px size-5" />
      <span>
        <span className="font-semibold">{left === undefined ? m.item_in_stock() : `${leftText(left)}.`}</span>{' '}
        <span>{m.shop_intro_text({ days: shipDays() })}</span>
      </span>
    </p>
  ) : (
    <p className="mt-4 leading-snug">
      <span className="font-semibold">{word}.</span>{' '}
      {product.availability === 'sold_out' ? m.item_sold_out_text() : m.item_coming_soon_text()}
    </p>
  );
}

/** California's Proposition 65 warning in the owner's words, shown before the purchase. */
function Warning({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p className="mt-5 flex max-w-prose items-start gap-2.5 rounded-field border-2 border-accent bg-accent/15 px-4 py-3 text-[0.95rem] leading-snug">
      <Icon name="alert" className="mt-px size-5" />
      <span>{text}</span>
    </p>
  );
}
