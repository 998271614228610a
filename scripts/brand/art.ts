import type { Answers } from './answers.ts';
import { mix } from './colours.ts';

/** A starting logo, pattern and pictures, drawn in the brand's colours until the owner replaces them. */
const FACE = `font-family="Georgia, 'Times New Roman', serif"`;

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function svg(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>\n`;
}

/** How wide a letter of the display face is for its size, roughly: the face is another one on each system. */
function widthOf(text: string): number {
  const widths = [...text].map((letter) => {
    if (/[\sfijlrtí.,:;'’!|()-]/.test(letter)) return 0.38;
    if (/[mwMW&@]/.test(letter)) return 0.95;
    return /\p{Lu}/u.test(letter) ? 0.74 : 0.57;
  });
  return widths.reduce((sum, width) => sum + width, 0);
}

/** Another face than Georgia must not run out of the picture either. */
const RESERVE = 0.92;

/** The name in the space that a logo has for it: `size` and the baselines `y` of one line, and of two. */
type Words = {
  x: number;
  width: number;
  anchor?: 'middle';
  one: [size: number, y: number];
  two: [size: number, ...y: [number, number]];
};

/** The two halves of a name that are most alike in width; `null` for one word. */
function halves(text: string): [string, string] | null {
  const parts = text.split(' ');
  const cuts = parts
    .slice(1)
    .map((_, i): [string, string] => [parts.slice(0, i + 1).join(' '), parts.slice(i + 1).join(' ')]);
  const widest = (cut: [string, string]) => Math.max(...cut.map(widthOf));
  return cuts.reduce<[string, string] | null>((best, cut) => (best && widest(best) <= widest(cut) ? best : cut), null);
}

/** The name in its natural shape: smaller where it is long, in two lines where that keeps it larger. */
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

/** One pack in a frame of 200 by 260, standing on its lower edge. */
export function pack(kind: Answers['drawing'], body: string, paper: string, letter: string, accent: string): string {
  const dark = mix(body, '#000000', 0.22);
  const light = mix(body, '#ffffff', 0.16);
  const label = (x: number, y: number, width: number, height: number) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="${paper}"/><rect x="${x}" y="${y + height - 26}" width="${width}" height="12" fill="${accent}"/><text x="${x + width / 2}" y="${y + height * 0.58}" ${FACE} font-size="${height * 0.5}" font-weight="700" fill="${body}" text-anchor="middle">${escapeXml(letter)}</text>`;
  if (kind === 'bag')
    return `<path d="M34 34 166 34 184 250Q100 264 16 250Z" fill="${body}"/><path d="M34 34 60 34 50 256Q32 254 16 250Z" fill="${light}"/><path d="M150 34 166 34 184 250Q174 253 164 255Z" fill="${dark}"/><path d="M30 8h140l-4 32H34z" fill="${dark}"/><rect x="26" y="24" width="148" height="9" rx="4" fill="${accent}"/>${label(50, 86, 100, 116)}`;
  if (kind === 'jar')
    return `<rect x="46" y="8" width="108" height="34" rx="8" fill="${accent}"/><path d="M46 42h108q26 16 26 50v132q0 30-30 30H50q-30 0-30-30V92q0-34 26-50z" fill="${body}"/><path d="M34 92q0-24 18-36v186q-18-2-18-20z" fill="${light}"/>${label(48, 104, 116, 104)}`;
  return `<path d="M10 70 100 50 190 70 190 236 100 258 10 236Z" fill="${body}"/><path d="M100 90 190 70 190 236 100 258Z" fill="${dark}"/><path d="M10 70 100 50 190 70 100 90Z" fill="${light}"/>${label(22, 112, 66, 96)}`;
}

type Scene = { width: number; height: number; body: string };
type Look = Pick<Answers, 'drawing' | 'colours' | 'name'> & { letter: string };

/** Round crumbs, which fit any product. */
function crumbs(colour: string, seed: number, count: number, box: [number, number, number, number], size = 26): string {
  const [x, y, width, height] = box;
  let state = seed;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  return Array.from({ length: count }, () => {
    const at = `translate(${Math.round(x + random() * width)} ${Math.round(y + random() * height)})`;
    const r = size * (0.45 + random() * 0.4);
    return `<g transform="${at}"><circle r="${r.toFixed(1)}" fill="${colour}"/><circle cx="${(-r / 3).toFixed(1)}" cy="${(-r / 3).toFixed(1)}" r="${(r / 3).toFixed(1)}" fill="${mix(colour, '#ffffff', 0.4)}"/></g>`;
  }).join('');
}

/** A wall with a low sun, and a table whose edge is tiled. */
function room(width: number, height: number, { colours }: Look, wall: string, sunX = 0.68): string {
  const { main, accent, ground, second } = colours;
  const table = height * 0.74;
  const tiles = Array.from({ length: Math.ceil(width / 80) }, (_, i) => {
    const x = i * 80;
    return `<path d="M${x + 40} ${table + 8}l32 32-32 32-32-32z" fill="${i % 2 ? main : second}"/>`;
  }).join('');
  return `<rect width="${width}" height="${height}" fill="${wall}"/><circle cx="${width * sunX}" cy="${table}" r="${height * 0.56}" fill="${mix(accent, wall, 0.35)}"/><circle cx="${width * sunX}" cy="${table}" r="${height * 0.42}" fill="${mix(accent, '#ffffff', 0.08)}"/><rect y="${table}" width="${width}" height="${height - table}" fill="${mix(colours.ink, accent, 0.3)}"/><rect y="${table}" width="${width}" height="80" fill="${ground}"/>${tiles}`;
}

function stand(scene: string, x: number, bottom: number, scale: number, turn = 0): string {
  return `<ellipse cx="${x + 100 * scale}" cy="${bottom - 3 * scale}" rx="${108 * scale}" ry="${13 * scale}" fill="#000000" opacity=".25"/><g transform="translate(${x} ${bottom - 258 * scale}) scale(${scale}) rotate(${turn} 100 258)">${scene}</g>`;
}

/** Pictures that belong to no product. */
export function scenes(look: Look): Record<string, Scene> {
  const { colours, drawing, letter } = look;
  const { main, second, accent, ground, ink } = colours;
  const wall = mix(ground, accent, 0.18);
  const one = (body: string) => pack(drawing, body, ground, letter, accent);
  const with1600 = (body: string): Scene => ({ width: 1600, height: 1200, body });
  // Text stands on the left, so the drawing fades into the wall there.
  const fade = `<linearGradient id="fade"><stop offset=".34" stop-color="${wall}"/><stop offset=".52" stop-color="${wall}" stop-opacity="0"/></linearGradient><rect width="2000" height="1250" fill="url(#fade)"/>`;
  const hero = `${room(2000, 1250, look, wall, 0.7)}${fade}${stand(one(second), 1500, 1030, 2.3)}${stand(one(main), 1050, 1080, 3)}${crumbs(accent, 7, 16, [900, 1120, 1000, 90], 24)}`;
  const shelf = (y: number, first: number) =>
    `${Array.from({ length: 6 }, (_, i) => stand(one([main, second, mix(main, ink, 0.5)][(i + first) % 3] ?? main), 70 + i * 250, y, 1.15)).join('')}<rect y="${y}" width="1600" height="34" fill="${mix(ink, accent, 0.35)}"/><rect y="${y + 34}" width="1600" height="12" fill="${mix(ink, '#000000', 0.2)}"/>`;
  const bowl = (x: number, y: number, r: number, fill: string, seed: number) =>
    `<circle cx="${x + 10}" cy="${y + 16}" r="${r}" fill="#000000" opacity=".18"/><circle cx="${x}" cy="${y}" r="${r}" fill="${ground}"/><circle cx="${x}" cy="${y}" r="${r * 0.84}" fill="${mix(fill, '#000000', 0.25)}"/><g clip-path="url(#b${seed})">${crumbs(fill, seed, 60, [x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6], r / 9)}</g><clipPath id="b${seed}"><circle cx="${x}" cy="${y}" r="${r * 0.84}"/></clipPath>`;
  return {
    hero: { width: 2000, height: 1250, body: hero },
    story: with1600(
      `${room(1600, 1200, look, mix(ground, second, 0.2), 0.5)}<path d="M500 120h600v620H500z" fill="none" stroke="${ground}" stroke-width="26"/><path d="M800 120v620M500 430h600" stroke="${ground}" stroke-width="16"/>${stand(one(main), 930, 985, 2)}${stand(one(second), 500, 985, 1.6)}${crumbs(accent, 11, 14, [260, 1030, 1100, 110], 22)}`,
    ),
    ingredients: with1600(
      `<rect width="1600" height="1200" fill="${mix(second, ground, 0.15)}"/><g opacity=".18" stroke="${ground}" stroke-width="6">${Array.from({ length: 9 }, (_, i) => `<path d="M${i * 200} 0v1200M0 ${i * 200}h1600"/>`).join('')}</g>${bowl(520, 470, 330, main, 3)}${bowl(1150, 330, 210, accent, 4)}${bowl(1100, 850, 270, mix(main, accent, 0.4), 5)}${crumbs(accent, 21, 22, [120, 860, 700, 280], 26)}`,
    ),
    counter: with1600(
      `<rect width="1600" height="1200" fill="${mix(ground, main, 0.14)}"/><rect x="0" y="0" width="1600" height="70" fill="${main}"/>${Array.from({ length: 16 }, (_, i) => `<path d="M${i * 100} 70h100v40q-50 46-100 0z" fill="${i % 2 ? ground : main}"/>`).join('')}${shelf(560, 0)}${shelf(980, 1)}`,
    ),
    share: {
      width: 1200,
      height: 630,
      body: `${room(1200, 630, look, wall, 0.76)}${stand(one(main), 780, 560, 1.8)}${stand(one(second), 640, 580, 1.2, -4)}${words(look.name, { x: 70, width: 540, one: [92, 260], two: [92, 160, 260] }, main)}<rect x="74" y="300" width="120" height="10" fill="${accent}"/>`,
    },
  };
}

/** Three pictures of one product: alone, two together, and close. */
export function productScenes(look: Look, body: string): [Scene, Scene, Scene] {
  const { colours, drawing, letter } = look;
  const one = (colour: string) => pack(drawing, colour, colours.ground, letter, colours.accent);
  const wall = mix(colours.ground, body, 0.16);
  const scene = (content: string): Scene => ({ width: 1600, height: 1200, body: content });
  return [
    scene(`${room(1600, 1200, look, wall, 0.5)}${stand(one(body), 520, 1040, 2.8)}`),
    scene(
      `${room(1600, 1200, look, wall, 0.5)}${stand(one(mix(body, colours.ground, 0.12)), 880, 1000, 2.3, 3)}${stand(one(body), 420, 1050, 2.6, -2)}${crumbs(colours.accent, 5, 12, [320, 1070, 960, 80], 22)}`,
    ),
    scene(
      `<rect width="1600" height="1200" fill="${mix(body, colours.ground, 0.78)}"/>${crumbs(colours.accent, 9, 70, [-40, -40, 1680, 1280], 34)}<g transform="rotate(-9 800 600)">${stand(one(body), 430, 1180, 3.8)}</g>`,
    ),
  ];
}

export function renderScene({ width, height, body }: Scene): Buffer {
  return Buffer.from(svg(width, height, body));
}
