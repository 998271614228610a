import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { Router } from 'wouter';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import { storyPath } from '#shared/content/page-address.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { NO_AMOUNT_CENTS } from '#test/amounts.ts';
import { localized } from '#test/localized.ts';
import { startContent } from '../../lib/catalogue.ts';
import { startLanguage } from '../../lib/language.ts';
import type { Receipt } from './checkout-machine.ts';
import { SuccessPanel } from './success-panel.tsx';

const receipt: Receipt = {
  lines: [{ id: 'gone', names: localized('A box', 'Una caja'), quantity: 3, priceCents: 1000 }],
  totals: { ...NO_AMOUNT_CENTS, subtotalCents: 3000, discountCents: 500, shippingCents: 700, totalCents: 3200 },
  shipTo: ['Austin, TX'],
  promised: { shipBy: '2026-11-20', arriveBy: '2026-11-24' },
  email: 'y@example.com',
};
const done = { step: 'done', orderNumber: 'AB12CD34', statusUrl: '/order/t', isEarlier: false, receipt } as const;
const story = (kind: StoryPage['kind']) =>
  ({
    id: kind,
    slug: localized(`a-${kind}`, `un-${kind}`),
    kind,
    title: localized(`A ${kind}`, `Un ${kind}`),
    summary: localized('', ''),
    publishedOn: '2026-11-20',
    minutes: null,
    picture: null,
    pictures: {},
  }) as StoryPage;

const htmlOf = (props: Parameters<typeof SuccessPanel>[0]) =>
  renderToStaticMarkup(
    <Router ssrPath="/shop">
      <SuccessPanel {...props} />
    </Router>,
  );

afterEach(() => startContent(brandContent()));

test('a line of a product that is no longer sold has its name at the purchase', () => {
  startContent(brandContent());
  startLanguage('es');
  const html = htmlOf(done);
  for (const word of ['3 × Una caja', '$30.00', '−$5.00', '$7.00', '$32.00', 'Austin, TX'])
    expect(html).toContain(word);
});

test('one recipe is shown if the document has one, and no news', () => {
  startLanguage('en');
  startContent({ ...brandContent(), stories: [story('news'), story('recipe')] });
  const html = htmlOf(done);
  expect(html).toContain(storyPath(story('recipe'), 'en'));
  expect(html).not.toContain('A news');
  startContent({ ...brandContent(), stories: [story('news')] });
  expect(htmlOf(done)).not.toContain('recipe-heading');
});

test('an order paid on an earlier visit promises no mail and no step', () => {
  startLanguage('en');
  const { email: _, ...own } = receipt;
  const html = htmlOf({ ...done, isEarlier: true, receipt: own });
  expect(html).toContain('Austin, TX');
  expect(html).not.toContain('next-heading');
});
