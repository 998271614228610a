import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import type { AdminStory } from '#shared/content/stories.ts';
import type { Language } from '#shared/core/language.ts';
import { useLanguage } from '../../../lib/language.ts';
import { adminKeys } from '../keys.ts';
import { nameOf } from '../products/product-names.ts';
import { useFacts } from './reads.ts';
import { storyName } from './stories/words.ts';

/** Present names of items, in the language of the screen; `undefined` for a deleted one. */
export type ThingNames = {
  product(id: string): string | undefined;
  story(id: string): string | undefined;
  /** A sentence with the published facts filled in. */
  fill(text: string, language: Language): string;
};

/** @param changes the displayed changes: only the names that they need are loaded */
export function useThingNames(changes: readonly { kind: string }[]): ThingNames {
  const language = useLanguage();
  const has = (kind: string) => changes.some((change) => change.kind === kind);
  const products = useQuery<AdminProduct[]>({
    queryKey: adminKeys.products,
    enabled: has('product') || has('story'),
  }).data;
  const stories = useQuery<AdminStory[]>({ queryKey: adminKeys.stories, enabled: has('story') }).data;
  const known = useFacts().data?.published;
  return useMemo(
    () => ({
      product: (id) => {
        const product = products?.find((each) => each.id === id);
        return product && nameOf(product, language);
      },
      story: (id) => {
        const story = stories?.find((each) => each.id === id);
        return story && storyName(story);
      },
      fill: (text, of) => fillBrandWords(text, of, known),
    }),
    [products, stories, known, language],
  );
}
