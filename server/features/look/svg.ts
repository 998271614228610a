import { AppError } from '#server/errors.ts';
import { MAX_SVG_BYTES } from '#shared/look/look.ts';
import { parseXml, SVG_NAMESPACE, type XmlElement, XmlFault } from './svg-parser.ts';

/** A drawing rewritten from its allowed parts: `width` and `height` in its own units, rounded. */
export type CleanSvg = { svg: string; width: number; height: number };

const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);
const ALLOWED = new Set([
  ...SHAPES,
  ...['svg', 'g', 'defs', 'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask'],
]);
/** Left out with everything inside: they draw nothing. */
const SILENT = new Set(['title', 'desc', 'metadata', 'style']);
const XHTML = 'http://www.w3.org/1999/xhtml';

const NUMBER = String.raw`[+-]?(?:\d{1,7}(?:\.\d*)?|\.\d+)(?:e(?:-\d{1,3}|\+?\d))?`;
const number = new RegExp(`^${NUMBER}(?:px|pt|%)?$`, 'i');
const keyword = /^[a-z][a-z-]{0,30}$/i;
const LOCAL = /^url\(\s*(["']?)#([\w.-]{1,100})\1\s*\)$/;
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|rgba|hsl|hsla)\([\d\s.,%/]{1,60}\))$/i;
const isPaint = (value: string) => colour.test(value) || LOCAL.test(value);
const isLocalOrNone = (value: string) => value === 'none' || LOCAL.test(value);
/** At most seven digits before the point, so that no coordinate is astronomical. */
const hasSmallNumbers = (value: string) => !/\d{8}|e\+?\d\d/i.test(value.replace(/\.\d+/g, ''));
const isPath = (value: string) => /^[MmLlHhVvCcSsQqTtAaZz\d\s.,eE+-]*$/.test(value) && hasSmallNumbers(value);
const isPoints = (value: string) => /^[\d\s.,eE+-]*$/.test(value) && hasSmallNumbers(value);
// Whitespace is matched in one place only: if two parts could match it, a thousand spaces would cause backtracking.
const transform = /^\s*(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s.,eE+-]{1,200}\)[\s,]*)*$/;
const isTransform = (value: string) => transform.test(value) && hasSmallNumbers(value);

/** Attributes that a style may set too. */
const PRESENTATION: Readonly<Record<string, (value: string) => boolean>> = {
  fill: isPaint,
  stroke: isPaint,
  color: (value) => colour.test(value),
  'stop-color': (value) => colour.test(value),
  'stop-opacity': (value) => number.test(value),
  opacity: (value) => number.test(value),
  'fill-opacity': (value) => number.test(value),
  'stroke-opacity': (value) => number.test(value),
  'stroke-width': (value) => number.test(value),
  'stroke-miterlimit': (value) => number.test(value),
  'stroke-linecap': (value) => keyword.test(value),
  'stroke-linejoin': (value) => keyword.test(value),
  'stroke-dasharray': (value) => value === 'none',
  'fill-rule': (value) => keyword.test(value),
  'clip-rule': (value) => keyword.test(value),
  'clip-path': isLocalOrNone,
  mask: isLocalOrNone,
  display: (value) => keyword.test(value),
  visibility: (value) => keyword.test(value),
};
const GEOMETRY = 'x y width height cx cy r rx ry x1 y1 x2 y2 fx fy fr offset'.split(' ');
const UNITS = 'gradientUnits spreadMethod clipPathUnits maskUnits maskContentUnits'.split(' ');
const ATTRIBUTES: Readonly<Record<string, (value: string) => boolean>> = {
  ...PRESENTATION,
  ...Object.fromEntries(GEOMETRY.map((name) => [name, (value: string) => number.test(value)])),
  ...Object.fromEntries(UNITS.map((name) => [name, (value: string) => keyword.test(value)])),
  d: isPath,
  points: isPoints,
  transform: isTransform,
  gradientTransform: isTransform,
  id: (value) => /^[\w.-]{1,100}$/.test(value),
};

/** A shape may be drawn this often through references, so that few bytes cannot keep a browser busy. */
const MAX_DRAWN = 20_000;
/** The longer side is at most this many times the shorter one. */
export const MAX_RATIO = 12;

/**
 * Reads a drawing strictly and rewrites it. Only shapes, gradients, clips and masks stay, with their own attributes.
 * Styles, scripts, events, links, embedded files and all else that could run, load or animate are dropped or refused.
 *
 * @throws AppError `logo_svg_large` · `logo_svg_broken` · `logo_svg_text` · `logo_svg_part` with the part's `name` ·
 * `logo_shape`
 */
export function cleanSvg(bytes: Buffer): CleanSvg {
  if (bytes.length > MAX_SVG_BYTES) throw new AppError('logo_svg_large');
  const root = readXml(bytes);
  if (root.name !== 'svg' || root.namespace !== SVG_NAMESPACE) throw new AppError('logo_svg_broken');
  const sheet = new Map<string, Map<string, string>>();
  collectStyles(root, sheet);
  const clean = withoutUses(cleaned(root, sheet));
  const [x, y, width, height] = viewBoxOf(root);
  if (width / height > MAX_RATIO || height / width > MAX_RATIO) throw new AppError('logo_shape');
  limitDrawing(clean);
  const box = [x, y, width, height].map(short).join(' ');
  const size = `viewBox="${box}" width="${short(width)}" height="${short(height)}"`;
  const own = write({ ...clean, attributes: without(clean.attributes, ['x', 'y', 'width', 'height', 'id']) });
  const svg = own.replace('<svg', `<svg xmlns="${SVG_NAMESPACE}" ${size}`);
  const scale = Math.max(1, 64 / Math.min(width, height));
  return { svg, width: Math.round(width * scale), height: Math.round(height * scale) };
}

function readXml(bytes: Buffer): XmlElement {
  try {
    return parseXml(bytes);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw new AppError('logo_svg_broken', { cause: error });
  }
}

const refuse = (name: string) => new AppError('logo_svg_part', { values: { name: name.slice(0, 40) } });

/** An element of the written drawing; `href` is that of a `use`. */
type Node = { name: string; attributes: Map<string, string>; children: Node[]; href?: string };

function cleaned(element: XmlElement, sheet: Sheet, isRoot = true): Node {
  const { name } = element;
  if (name === 'text' || name === 'tspan') throw new AppError('logo_svg_text');
  if (!ALLOWED.has(name) && name !== 'use') throw refuse(`<${name}>`);
  if (name === 'svg' && !isRoot) throw refuse('<svg>');
  const attributes = new Map<string, string>();
  const styles = new Map([...(sheet.get(name) ?? [])]);
  for (const each of (element.attributes.get('class') ?? '').split(/\s+/)) copy(sheet.get(`.${each}`), styles);
  copy(sheet.get(`#${element.attributes.get('id')}`), styles);
  for (const [key, value] of element.attributes) setAttribute(attributes, key, value.trim(), name);
  copy(declarationsOf(element.attributes.get('style') ?? ''), styles);
  for (const [key, value] of styles) setAttribute(attributes, key, value, name);
  const href = hrefOf(element);
  if (href !== undefined && name.endsWith('Gradient')) attributes.set('href', `#${href}`);
  const children = element.children.filter(isDrawn).map((child) => cleaned(child, sheet, false));
  return { name, attributes, children, ...(name === 'use' && href !== undefined && { href }) };
}

type Sheet = ReadonlyMap<string, Map<string, string>>;
const copy = (from: Map<string, string> | undefined, to: Map<string, string>) => {
  for (const [key, value] of from ?? []) to.set(key, value);
};

/** Elements of drawing programs' own namespaces draw nothing; those of web pages have no place in a picture. */
function isDrawn({ name, namespace }: XmlElement): boolean {
  if (namespace === XHTML) throw refuse(`<${name}>`);
  return namespace === SVG_NAMESPACE && !SILENT.has(name);
}

function setAttribute(to: Map<string, string>, key: string, value: string, element: string): void {
  if (/^on/i.test(key)) throw refuse(key);
  if (/^(?:filter|marker(?:-\w+)?)$/.test(key) && value !== 'none') throw refuse(key);
  const isValid = Object.hasOwn(ATTRIBUTES, key) ? ATTRIBUTES[key] : undefined;
  if (!isValid) return;
  if (isValid(value)) return void to.set(key, value);
  // A size in other units is allowed on the root only; the view box replaces it.
  if (element === 'svg' && (key === 'width' || key === 'height')) return;
  if (key === 'id') return;
  throw refuse(`${key}="${value}"`);
}

/** The id that a reference names; undefined without one. A reference to anything outside of the file is refused. */
function hrefOf({ name, attributes }: XmlElement): string | undefined {
  const href = attributes.get('href')?.trim();
  if (href === undefined) return undefined;
  const id = /^#([\w.-]{1,100})$/.exec(href)?.[1];
  if (id === undefined) throw refuse(`${name} href`);
  return id;
}

/** Rules for one class, id or element name, as drawing programs write them; anything else is refused. */
function collectStyles(element: XmlElement, sheet: Map<string, Map<string, string>>): void {
  if (element.namespace === SVG_NAMESPACE && element.name === 'style') {
    // With `indexOf`: regular expressions for comments and rules take hours for a long text in which these never end.
    const rules = withoutComments(element.text).split('}');
    if (rules.pop()?.trim()) throw refuse('style');
    for (const rule of rules) {
      const brace = rule.indexOf('{');
      const declarations = declarationsOf(rule.slice(brace + 1));
      if (brace < 0 || rule.includes('{', brace + 1)) throw refuse('style');
      for (const selector of rule.slice(0, brace).split(',')) {
        const name = selector.trim();
        if (!/^[.#]?[\w-]{1,100}$/.test(name)) throw refuse(`style ${name}`);
        const known = sheet.get(name) ?? new Map<string, string>();
        copy(declarations, known);
        sheet.set(name, known);
      }
    }
  }
  for (const child of element.children) collectStyles(child, sheet);
}

function withoutComments(css: string): string {
  let kept = '';
  let at = 0;
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', at)) {
    const end = css.indexOf('*/', start + 2);
    if (end < 0) throw refuse('style');
    kept += css.slice(at, start);
    at = end + 2;
  }
  return kept + css.slice(at);
}

/** The declarations that an attribute can hold; others, such as fonts, draw nothing here. */
function declarationsOf(css: string): Map<string, string> {
  if (/[@\\<>]|\/\*/.test(css)) throw refuse('style');
  const found = new Map<string, string>();
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':');
    const [name, value] = [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()];
    if (colon < 0 || value === '') continue;
    if (/url\s*\(/i.test(value) && !LOCAL.test(value)) throw refuse(`style ${name}`);
    if (Object.hasOwn(PRESENTATION, name)) found.set(name, value.replace(/\s*!important$/, ''));
    else if (/^(?:filter|marker(?:-\w+)?)$/.test(name) && value !== 'none') throw refuse(`style ${name}`);
  }
  return found;
}

/** Replaces each `use` by a copy of its shape: old drawing programs write the shape of a clip this way. */
function withoutUses(node: Node): Node {
  const byId = new Map<string, Node>();
  const note = (each: Node) => {
    const id = each.attributes.get('id');
    if (id !== undefined && !byId.has(id)) byId.set(id, each);
    each.children.forEach(note);
  };
  note(node);
  let copies = 0;
  const replace = (each: Node): Node[] => {
    if (each.name !== 'use') return [{ ...each, children: each.children.flatMap(replace) }];
    const target = byId.get(each.href ?? '');
    if (!target) return [];
    if (!SHAPES.has(target.name) || ++copies > MAX_DRAWN / 20) throw refuse('<use>');
    const [x = '0', y = '0'] = [each.attributes.get('x'), each.attributes.get('y')];
    const moved = Number(x) === 0 && Number(y) === 0 ? [] : [`translate(${x} ${y})`];
    const placed = [each.attributes.get('transform'), ...moved, target.attributes.get('transform')].filter(Boolean);
    const attributes = new Map([
      ...without(each.attributes, ['x', 'y', 'width', 'height', 'id', 'transform']),
      ...without(target.attributes, ['id', 'transform']),
      ...(placed.length > 0 ? ([['transform', placed.join(' ')]] as const) : []),
    ]);
    return [{ name: target.name, attributes, children: [] }];
  };
  return { ...node, children: node.children.flatMap(replace) };
}

const without = (attributes: ReadonlyMap<string, string>, names: readonly string[]) =>
  new Map([...attributes].filter(([name]) => !names.includes(name)));

/** The drawing's own box, else its size. */
function viewBoxOf({ attributes }: XmlElement): [number, number, number, number] {
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const length = (name: string) => Number.parseFloat(attributes.get(name) ?? '');
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] =
    box.length === 4 ? box : [0, 0, length('width'), length('height')];
  const isSize = (side: number) => side >= 0.01 && side <= 100_000;
  if (!(Math.abs(x) <= 1e6 && Math.abs(y) <= 1e6 && isSize(width) && isSize(height))) throw new AppError('logo_shape');
  return [x, y, width, height];
}

const short = (value: number) => String(Math.round(value * 1000) / 1000);

/** Counts what is drawn, with clips and masks as often as they apply. @throws AppError `logo_svg_part` */
function limitDrawing(root: Node): void {
  const byId = new Map<string, Node>();
  const note = (each: Node) => {
    const id = each.attributes.get('id');
    if (id !== undefined) byId.set(id, each);
    each.children.forEach(note);
  };
  note(root);
  const costs = new Map<Node, number>();
  const within = new Set<Node>();
  const cost = (node: Node): number => {
    const known = costs.get(node);
    if (known !== undefined) return known;
    if (within.has(node)) throw refuse('url(#…) in a circle');
    within.add(node);
    let sum = 1;
    for (const child of node.children) sum += cost(child);
    for (const [name, value] of node.attributes) {
      const id = name === 'href' ? value.slice(1) : LOCAL.exec(value)?.[2];
      const target = id === undefined ? undefined : byId.get(id);
      if (target) sum += cost(target);
    }
    within.delete(node);
    if (sum > MAX_DRAWN) throw refuse('url(#…)');
    costs.set(node, sum);
    return sum;
  };
  cost(root);
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function write({ name, attributes, children }: Node): string {
  const inside = children.map(write).join('');
  const all = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  return inside === '' ? `<${name}${all}/>` : `<${name}${all}>${inside}</${name}>`;
}
