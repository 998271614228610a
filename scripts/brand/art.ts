import { mix } from '#shared/look/mix.ts';
import type { Answers } from './answers.ts';

/** A starting logo, pattern and pictures in the brand's colours, until the owner replaces them. */
const FACE = `font-family="Georgia, 'Times New Roman', serif"`;

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function svg(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>\n`;
}

/** The approximate width of a letter relative to the font size: each system has another font. */
function widthOf(text: string): number {
  const widths = [...text].map((letter) => {
    if (/[\sfijlrtí.,:;'’!|()-]/.test(letter)) return 0.38;
    if (/[mwMW&@]/.test(letter)) return 0.95;
    return /\p{Lu}/u.test(letter) ? 0.74 : 0.57;
  });
  return widths.reduce((sum, width) => sum + width, 0);
}

/** A margin, so that other fonts than Georgia also fit into the picture. */
const RESERVE = 0.92;

/** The space of a logo for the name: `size` and the baselines `y` of one line, and of two. */
type Words = {
  x: number;
  width: number;
  anchor?: 'middle';
  one: [size: number, y: number];
  two: [size: number, ...y: [number, number]];
};

/** The split of a name into two halves of most similar width; `null` for one word. */
function halves(text: string): [string, string] | null {
  const parts = text.split(' ');
  const cuts = parts
    .slice(1)
    .map((_, i): [string, string] => [parts.slice(0, i + 1).join(' '), parts.slice(i + 1).join(' ')]);
  const widest = (cut: [string, string]) => Math.max(...cut.map(widthOf));
  return cuts.reduce<[string, string] | null>((best, cut) => (best && widest(best) <= widest(cut) ? best : cut), null);
}

/** The name without distortion: smaller if it is long, in two lines if that keeps it larger. */
function words(name: string, { x, width, anchor, one, two }: Words, fill: string): string {
  const text = name.trim().replace(/\s+/g, ' ');
  const sizeFor = (lines: readonly string[], size: number) =>
    Math.min(size, (width * RESERVE) / Math.max(...lines.map(widthOf)));
  const cut = halves(text);
  const isTwo = cut !== null && sizeFor(cut, two[0]) > sizeFor([text], one[0]);
  const lines = isTwo ? cut : [text];
  const size = Math.round(sizeFor(lines, isTwo ? two[0] : one[0]));
  return lines
    .map(
      (line, i) =>
        `<text x="${x}" y="${isTwo ? two[i + 1] : one[1]}" ${FACE} font-size="${size}" font-weight="700" fill="${fill}" text-anchor="${anchor ?? 'start'}">${escapeXml(line)}</text>`,
    )
    .join('');
}

/** A round mark with the first letter of the name. */
function mark(size: number, name: string, ground: string, letter: string): string {
  const half = size / 2;
  const initial = [...name.replace(/^(café|la|el|los|las|the|doña|don)\s+/i, '')][0]?.toUpperCase() ?? '';
  return `<circle cx="${half}" cy="${half}" r="${half * 0.98}" fill="${ground}"/><circle cx="${half}" cy="${half}" r="${half * 0.84}" fill="none" stroke="${letter}" stroke-width="${size / 64}"/><text x="${half}" y="${size * 0.685}" ${FACE} font-size="${size * 0.54}" font-weight="700" fill="${letter}" text-anchor="middle">${escapeXml(initial)}</text>`;
}

/** The SVG files of `brand/images`, in the proportions that pages reserve. */
export function logos({ name, city, address, colours }: Answers): Record<string, string> {
  const { main, accent, ground, ink } = colours;
  const place = (city ?? address.city).toUpperCase();
  const compact = (ring: string, letter: string, fill: string) =>
    svg(
      927,
      160,
      mark(160, name, ring, letter) + words(name, { x: 192, width: 720, one: [96, 112], two: [74, 70, 146] }, fill),
    );
  const full = (ring: string, letter: string, fill: string, small: string) =>
    svg(
      1268,
      290,
      `<g transform="translate(0 15)">${mark(260, name, ring, letter)}</g>${words(name, { x: 310, width: 940, one: [136, 160], two: [98, 98, 196] }, fill)}<text x="316" y="258" font-family="Helvetica, Arial, sans-serif" font-size="44" letter-spacing="10" fill="${small}">${escapeXml(place)}</text>`,
    );
  const stacked = (ring: string, letter: string, fill: string, small: string) =>
    svg(
      720,
      700,
      `<g transform="translate(170 20)">${mark(380, name, ring, letter)}</g>${words(name, { x: 360, width: 700, anchor: 'middle', one: [118, 545], two: [96, 500, 598] }, fill)}<text x="360" y="668" font-family="Helvetica, Arial, sans-serif" font-size="40" letter-spacing="12" fill="${small}" text-anchor="middle">${escapeXml(place)}</text>`,
    );
  const tile = mix(accent, ground, 0.45);
  return {
    'logo-compact.svg': compact(main, ground, main),
    'logo-compact-light.svg': compact(ground, main, ground),
    'logo.svg': full(main, ground, main, ink),
    'logo-light.svg': full(ground, main, ground, ground),
    'logo-stacked.svg': stacked(main, ground, main, ink),
    'logo-stacked-light.svg': stacked(ground, main, ground, ground),
    'logo-mark.svg': svg(256, 256, mark(256, name, main, ground)),
    'favicon.svg': svg(64, 64, mark(64, name, main, ground)),
    'chevron.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${ink}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="m6 9 6 6 6-6"/></svg>\n`,
    'pattern.svg': svg(
      240,
      240,
      `<rect width="240" height="240" fill="${ground}"/><path d="M0 0h120v120H0zM120 120h120v120H120z" fill="${tile}"/><g fill="${main}"><path d="M120 20a100 100 0 0 1 100 100 100 100 0 0 1-100 100A100 100 0 0 1 20 120 100 100 0 0 1 120 20z" fill="none" stroke="${main}" stroke-width="10"/><path d="M120 62c22 18 36 36 58 58-22 22-36 40-58 58-22-18-36-36-58-58 22-22 36-40 58-58z"/></g><circle cx="120" cy="120" r="22" fill="${ground}"/><g fill="${colours.second}"><circle r="30"/><circle cx="240" r="30"/><circle cy="240" r="30"/><circle cx="240" cy="240" r="30"/></g>`,
    ),
  };
}

/** A placeholder picture: the owner's name in plain type on a colour. */
export function plainPicture(name: string, ground: string, ink: string, width = 1600, height = 1200): Buffer {
  const [middle, size] = [height / 2, height / 8];
  const text = words(
    name,
    {
      x: width / 2,
      width: width * 0.7,
      anchor: 'middle',
      one: [size, middle],
      two: [size, middle - size / 2, middle + size],
    },
    ink,
  );
  return Buffer.from(svg(width, height, `<rect width="${width}" height="${height}" fill="${ground}"/>${text}`));
}

/** The top picture of the home page: the page's text is on its left, so the name is on its right. */
export function heroPicture(name: string, ground: string, main: string): Buffer {
  const text = words(name, { x: 1420, width: 640, anchor: 'middle', one: [130, 665], two: [120, 590, 740] }, ground);
  return Buffer.from(
    svg(
      2000,
      1250,
      `<rect width="2000" height="1250" fill="${ground}"/><circle cx="1420" cy="625" r="430" fill="${main}"/>${text}`,
    ),
  );
}
