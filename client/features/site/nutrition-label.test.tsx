import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { ProductFields } from '#shared/catalogue/products.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { localized } from '#test/localized.ts';
import { startContent } from '../../lib/catalogue.ts';
import { startLanguage } from '../../lib/language.ts';
import NutritionLabels from './nutrition-label.tsx';

type Label = Partial<NonNullable<ProductFields['nutrition']>>;

/** The servings line on the label of a 12 oz jar. */
function saidOf(label: Label, language: Language): string | undefined {
  const content = brandContent();
  const [box] = content.products;
  if (!box?.nutrition) throw new Error('The brand has no label');
  const jar = { ...box, pieces: 1, pieceOz: 12, netWeightOz: 12, nutrition: { ...box.nutrition, ...label } };
  startContent({ ...content, products: [jar] });
  startLanguage(language);
  return />([^<>]*(?:per container|por envase))</.exec(renderToStaticMarkup(<NutritionLabels />))?.[1];
}

test.each(LANGUAGES)('%s: a label says how many servings a jar holds', (language) => {
  const said = (label: Label) => saidOf(label, language);
  const stated = (count: number, isAbout: boolean) => said({ servings: { count, isAbout } });
  const about = localized('about 17 servings per container', 'aproximadamente 17 raciones por envase');
  expect(said({ servingSize: '1 tbsp (20 g)' })).toBe(about[language]);
  const half = localized('3.5 servings per container', '3.5 raciones por envase');
  expect(stated(3.5, false)).toBe(half[language]);
  expect(stated(1, false)).toBe(localized('1 serving per container', '1 ración por envase')[language]);
  const aboutOne = localized('about 1 serving per container', 'aproximadamente 1 ración por envase');
  expect(stated(1, true)).toBe(aboutOne[language]);
  expect(said({ servingSize: '1 cup' })).toBeUndefined();
});
