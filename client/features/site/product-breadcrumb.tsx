import { useLocation } from 'wouter';
import * as m from '#messages';
import { productAt } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Breadcrumb, breadcrumbStep } from '../../ui/breadcrumb.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** The breadcrumb of a product's page: home, shop, product. */
export default function ProductBreadcrumb() {
  const [path] = useLocation();
  const name = productAt(path)?.name[useLanguage()];
  return (
    <Breadcrumb
      here={name}
      steps={[
        <TextLink key="home" href="/" className={breadcrumbStep}>
          {m.breadcrumb_home()}
        </TextLink>,
        <TextLink key="shop" href="/shop" className={breadcrumbStep}>
          {m.nav_shop()}
        </TextLink>,
      ]}
    />
  );
}
