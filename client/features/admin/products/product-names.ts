import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import type { Language } from '#shared/core/language.ts';
import { useLanguage } from '../../../lib/language.ts';
import { adminKeys } from '../keys.ts';

/** The admin's name of a product: its name in the language of the screen. */
export function nameOf({ name, id }: Pick<AdminProduct, 'name' | 'id'>, language: Language): string {
  return name[language] || Object.values(name).find(Boolean) || m.admin_product_unnamed({ id });
}

/** The names of products by id; a deleted one shows its id. */
export function useProductNames({ isNeeded }: { isNeeded: boolean }): (id: string) => string {
  const language = useLanguage();
  const { data = [] } = useQuery<AdminProduct[]>({ queryKey: adminKeys.products, enabled: isNeeded });
  return (id) => {
    const product = data.find((each) => each.id === id);
    return product ? nameOf(product, language) : id;
  };
}
