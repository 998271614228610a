import { expect, test } from 'vitest';
import { pageRead } from './arrival.ts';

const BROWSER = {
  host: 'www.shop.example',
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
};
const read = (changes: Record<string, string | undefined> = {}, query?: string) =>
  pageRead({ ...BROWSER, ...changes }, query, 'www.shop.example');

test.each([
  ['typed', {}],
  ['from a search', { referer: 'https://www.google.com/', 'sec-fetch-site': 'cross-site' }],
  ['from a host that begins alike', { referer: 'https://www.shop.example.evil.example/' }],
  ['from an app', { referer: 'android-app://com.google.android.gm/' }],
  ['with a referer that is not an address', { referer: 'nonsense' }],
  [
    'by a telephone whose name ends like that of robots',
    { 'user-agent': 'Mozilla/5.0 (Linux; Android 13; CUBOT P60)' },
  ],
  ['in the browser of Telegram', { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Telegram-Android/11.2' }],
])('a page opened from outside is a visit: %s', (_how, headers) => {
  expect(read(headers)).toBe('visit');
});

test.each([
  ['a link of the shop', { referer: 'https://www.shop.example/about', 'sec-fetch-site': 'same-origin' }],
  ['a link whose referer says it alone', { referer: 'https://www.shop.example/' }],
  ['one of this machine’s own address', { host: 'LOCALHOST:3000', referer: 'http://localhost:3000/' }],
  ['a link of the shop without a referer', { 'sec-fetch-site': 'same-origin' }],
  ['a reload', { 'cache-control': 'max-age=0', referer: 'https://www.google.com/' }],
  ['a reload past the cache', { 'cache-control': 'no-cache' }],
])('a page opened from within is a view: %s', (_how, headers) => {
  expect(read(headers)).toBe('view');
});

test('the way back from the payment provider is a view', () => {
  const headers = { referer: 'https://hooks.stripe.com/', 'sec-fetch-site': 'cross-site' };
  expect(read(headers, 'payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded')).toBe('view');
  expect(read(headers, 'ref=payment_intent')).toBe('visit');
});

test.each([
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['Bing', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116.0 Safari/537.36'],
  ['a headless browser', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/130.0.0.0 Safari/537.36'],
  ['a preview of a link', 'facebookexternalhit/1.1'],
  ['a language model', 'Mozilla/5.0 AppleWebKit/537.36; compatible; GPTBot/1.2'],
  ['Google’s own visits', 'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)'],
  ['a crawler', 'Mozilla/5.0 (compatible; Yahoo! Slurp)'],
  ['a measurement', 'Mozilla/5.0 (Linux; Android 11) Chrome/126 Mobile Safari/537.36 Chrome-Lighthouse'],
  ['a watcher', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
  ['a script', 'python-requests/2.32'],
  ['nobody', ''],
])('robots are left out: %s', (_name, userAgent) => {
  expect(read({ 'user-agent': userAgent })).toBeNull();
});

test.each([
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ['a page rendered ahead', { 'sec-purpose': 'prefetch;prerender' }],
  ['a prefetch of an older browser', { purpose: 'prefetch' }],
  ['one of Firefox', { 'x-moz': 'prefetch' }],
  ['a call of a script', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
  ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ['a program that does not say what it fetches', { 'sec-fetch-dest': undefined, 'sec-fetch-mode': undefined }],
  ['no browser', { 'user-agent': undefined }],
])('a request without a reader is not counted: %s', (_what, headers) => {
  expect(read(headers)).toBeNull();
});

test('a very long User-Agent is classified quickly', () => {
  const start = performance.now();
  for (let i = 0; i < 1_000; i++) read({ 'user-agent': `Mozilla/5.0 ${'cubo google scann '.repeat(800)}` });
  expect(performance.now() - start).toBeLessThan(5_000);
});
