import { expect, test } from 'vitest';
import { CARRIERS, trackingUrl } from '#shared/shipping/carriers.ts';
import { checkPlaceholders, mailForFrame } from './emails.ts';

const HOSTS = { USPS: 'tools.usps.com', UPS: 'www.ups.com', FedEx: 'www.fedex.com' };

test('E9 a hostile tracking number never leads away from the carrier’s page', () => {
  const numbers = [
    '../../?x=<script>',
    '//evil.example',
    '@evil.example',
    '1&next=https://evil.example',
    '#x',
    '\\evil',
    '\ud800',
    '%2e%2e',
  ];
  let wrong = 0;
  for (const carrier of CARRIERS) {
    const plain = new URL(trackingUrl(carrier, '1'));
    for (const number of numbers) {
      const url = new URL(trackingUrl(carrier, number));
      if (url.host !== HOSTS[carrier] || url.pathname !== plain.pathname || url.hash !== '') wrong++;
      if ([...url.searchParams.keys()].length !== 1 || url.href.includes('<')) wrong++;
      if ([...url.searchParams.values()][0] !== number.toWellFormed()) wrong++;
    }
  }
  expect(wrong).toBe(0);
});

test.each([
  ['Hi {{customerName}}', [], false],
  ['{{ customerName }} {{nonsense}} {{nonsense}} {{__proto__}}', ['nonsense', '__proto__'], false],
  ['{{constructor}}', ['constructor'], false],
  ['{{trackingUrl}}', ['trackingUrl'], false],
  ['{{customerName', [], true],
  ['customerName}}', [], true],
  ['{{customer name}}', [], true],
  ['{single}', [], false],
])('in an order confirmation %j has the unknown names %j; unbalanced: %j', (body, unknownPlaceholders, unbalanced) => {
  expect(checkPlaceholders('order_confirmation', { subject: 'S', body })).toEqual({ unknownPlaceholders, unbalanced });
});

test('a mail for a frame has no style element and keeps its style attributes', () => {
  const html = mailForFrame('<head><style>\n.a{}</style></head><p style="color:red">x</p>');
  expect(html).toBe('<head></head><p style="color:red">x</p>');
});
