import { useLocation } from 'wouter';
import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { containedIn } from '../../../lib/allergens.ts';
import { productAt, shipping } from '../../../lib/catalogue.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Icon } from '../../../ui/icons.tsx';
import { unavailableWord } from '../add-button.tsx';
import { freeShippingQuantity } from '../free-shipping.ts';
import TrustLine from '../trust-line.tsx';

/** Below the button of a product's page: free shipping, trust line, description, contents, allergens. */
export default function ProductMore() {
  const language = useLanguage();
  const [path] = useLocation();
  const product = productAt(path);
  if (!product) return null;
  return (
    <>
      {unavailableWord(product) === null ? <FreeShipping product={product} /> : <Unavailable product={product} />}
      <TrustLine className="mt-3" />
      <p className="mt-6 max-w-prose text-lead">{product.description[language]}</p>
      <Contents product={product} />
      {product.allergens.length > 0 && (
        <p className="mt-4 text-lead font-semibold">{m.shop_contains({ allergens: containedIn(product, language) })}</p>
      )}
      <Warning text={product.proposition65[language]} />
    </>
  );
}

/** How many boxes ship free, by the published rules. */
function FreeShipping({ product }: { product: Product }) {
  const language = useLanguage();
  const { free } = shipping();
  const count = freeShippingQuantity(free, product);
  if (!free || count === null) return null;
  const where = free.where[language];
  return (
    <p className="mt-1.5 flex items-start gap-2 text-[0.95rem] leading-snug font-semibold text-second">
      <Icon name="check" className="mt-px size-5" />
      <span>{count === 1 ? m.item_free_one({ where }) : m.item_free({ count, where })}</span>
    </p>
  );
}

function Unavailable({ product }: { product: Product }) {
  return (
    <p className="mt-4 leading-snug">
      <span className="font-semibold">{unavailableWord(product)}.</span>{' '}
      {product.availability === 'sold_out' ? m.item_sold_out_text() : m.item_coming_soon_text()}
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
