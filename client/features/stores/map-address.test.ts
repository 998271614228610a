import { expect, test } from 'vitest';
import { directionsUrl, mapEmbedUrl, mapLinkUrl } from './map-address.ts';

const HOSTILE = [
  '//evil.example/',
  'https://evil.example/?x=',
  'javascript:alert(1)',
  '1 Main St&output=html&q=https://evil.example',
  '"><script>alert(1)</script>',
  '../../evil',
  '#@evil.example',
  '\\\\evil.example',
  'a%2f%2fevil.example',
  'Calle 8 & 12 Ave, Miami',
];

test('E12: a hostile address changes no host, path or other parameter of the map', () => {
  let otherHosts = 0;
  for (const address of HOSTILE) {
    for (const url of [mapEmbedUrl(address, 'en'), mapLinkUrl(address), directionsUrl(address)].map(
      (u) => new URL(u),
    )) {
      if (!['maps.google.com', 'www.google.com'].includes(url.host) || url.protocol !== 'https:') otherHosts++;
      expect([...url.searchParams.values()]).toContain(address);
      expect(url.hash).toBe('');
    }
    expect(new URL(mapEmbedUrl(address, 'en')).searchParams.getAll('q')).toEqual([address]);
  }
  expect(otherHosts).toBe(0);
});

test('a location is shown at zoom 15, and Miami by default', () => {
  expect(new URL(mapEmbedUrl('1 Duval St', 'es')).searchParams.get('z')).toBe('15');
  expect(new URL(mapEmbedUrl(null, 'es')).searchParams.get('q')).toMatch(/^Miami/);
  expect(new URL(mapEmbedUrl(null, 'es')).searchParams.get('hl')).toBe('es');
});
