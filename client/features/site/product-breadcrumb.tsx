import { useLocation } from 'wouter';
import * as m from '#messages';
import { productAt } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** Where a product's page stands: home, shop, product. */
export default function ProductBreadcrumb() {
  const [path] = useLocation();
  const name = productAt(path)?.name[useLanguage()];
  const step = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline';
  return (
    <nav aria-label={m.item_breadcrumb()} className="print:hidden">
      <ol className="flex flex-wrap items-center gap-x-2 text-[0.92rem] text-cafecito-soft">
        <li>
          <TextLink href="/" className={step}>
            {m.breadcrumb_home()}
          </TextLink>
        </li>
        <li className="flex items-center gap-x-2 before:content-['/']">
          <TextLink href="/shop" className={step}>
            {m.nav_shop()}
          </TextLink>
        </li>
        {/* On a phone the heading right below says it. */}
        <li className="flex min-w-0 items-center gap-x-2 max-sm:hidden before:content-['/']">
          <span aria-current="page" className="min-w-0 font-semibold text-cafecito">
            {name}
          </span>
        </li>
      </ol>
    </nav>
  );
}
