/** An element with its namespace resolved; `attributes` by their local names, those of foreign namespaces left out. */
export type XmlElement = {
  name: string;
  namespace: string;
  attributes: Map<string, string>;
  children: XmlElement[];
  /** The text directly inside. */
  text: string;
};

/** The file is not XML, or has a part of XML that a drawing does not need. */
export class XmlFault extends Error {}

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const MAX_DEPTH = 40;
const MAX_ELEMENTS = 5_000;
/** Each element that declares a prefix copies all inherited ones. */
const MAX_PREFIXES = 60;
const NAME = '[A-Za-z_][\\w.-]{0,99}';
const QUALIFIED = new RegExp(`^(?:(${NAME}):)?(${NAME})$`);
/** Characters that XML 1.0 does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NO_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const KNOWN_ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

type Scope = { prefixes: ReadonlyMap<string, string>; element: XmlElement; tag: string };

/**
 * Parses a small XML document strictly: well-formed, in UTF-8, without declared entities or processing instructions. A
 * document type without content of its own, which drawing programs write, is skipped; nothing is ever loaded.
 *
 * @throws XmlFault
 */
export function parseXml(bytes: Buffer): XmlElement {
  const source = decode(bytes);
  const open: Scope[] = [];
  let root: XmlElement | null = null;
  let elements = 0;
  let at = 0;
  const until = (end: string, from: number) => {
    const found = source.indexOf(end, from);
    if (found < 0) throw new XmlFault(`no ${end}`);
    return found;
  };
  while (at < source.length) {
    const next = source.indexOf('<', at);
    const text = source.slice(at, next < 0 ? source.length : next);
    addText(open, decodeText(text));
    if (next < 0) break;
    if (source.startsWith('<!--', next)) {
      at = until('-->', next + 4) + 3;
    } else if (source.startsWith('<![CDATA[', next)) {
      const end = until(']]>', next);
      addText(open, source.slice(next + 9, end));
      at = end + 3;
    } else if (source.startsWith('<!', next)) {
      const end = until('>', next);
      const declaration = source.slice(next, end);
      if (root || !/^<!DOCTYPE\s/.test(declaration) || declaration.includes('[')) throw new XmlFault('entities');
      at = end + 1;
    } else if (source.startsWith('<?', next)) {
      const end = until('?>', next);
      const isDeclaration = next === 0 && /^<\?xml\s/.test(source);
      if (!isDeclaration || /encoding\s*=\s*["'](?!utf-8["'])/i.test(source.slice(0, end))) throw new XmlFault('<?');
      at = end + 2;
    } else if (source.startsWith('</', next)) {
      const end = until('>', next);
      const scope = open.pop();
      if (scope?.tag !== source.slice(next + 2, end).trimEnd()) throw new XmlFault('end tag');
      at = end + 1;
    } else {
      if (root && open.length === 0) throw new XmlFault('two roots');
      if (++elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) throw new XmlFault('too many elements');
      const { scope, end, isEmpty } = readTag(source, next, open.at(-1)?.prefixes ?? new Map());
      open.at(-1)?.element.children.push(scope.element);
      root ??= scope.element;
      if (!isEmpty) open.push(scope);
      at = end;
    }
  }
  if (!root || open.length > 0) throw new XmlFault('cut off');
  return root;
}

function decode(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (NO_CHARACTER.test(text)) throw new XmlFault('characters');
    return text;
  } catch (error) {
    throw error instanceof XmlFault ? error : new XmlFault('not UTF-8');
  }
}

function addText(open: readonly Scope[], text: string): void {
  const parent = open.at(-1);
  if (parent) parent.element.text += text;
  else if (text.trim() !== '') throw new XmlFault('text outside');
}

function decodeText(text: string): string {
  return text.replace(/&([^;&]{0,12}(;)?)/g, (_, inside: string) => {
    const known = /^(\w+);$/.exec(inside)?.[1] ?? '';
    if (Object.hasOwn(KNOWN_ENTITIES, known)) return KNOWN_ENTITIES[known] ?? '';
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}));$/i.exec(inside) ?? [];
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : 0;
    if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw new XmlFault('entities');
    const character = String.fromCodePoint(code);
    if (NO_CHARACTER.test(character)) throw new XmlFault('characters');
    return character;
  });
}

const ATTRIBUTE = new RegExp(`\\s+((?:${NAME}:)?${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'y');

function readTag(
  source: string,
  start: number,
  outer: ReadonlyMap<string, string>,
): { scope: Scope; end: number; isEmpty: boolean } {
  const tag = /[^\s/>]*/y;
  tag.lastIndex = start + 1;
  const name = tag.exec(source)?.[0] ?? '';
  const raw = new Map<string, string>();
  let at = start + 1 + name.length;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const [all, key = '', double, single] = ATTRIBUTE.exec(source) ?? [];
    if (all === undefined) break;
    if (raw.has(key)) throw new XmlFault('an attribute twice');
    raw.set(key, decodeText(double ?? single ?? ''));
    at += all.length;
  }
  const [close, slash] = /^\s*(\/?)>/.exec(source.slice(at, at + 2_000)) ?? [];
  if (close === undefined) throw new XmlFault('tag');
  const declares = [...raw.keys()].some((key) => /^xmlns(:|$)/.test(key));
  const prefixes = declares ? new Map(outer) : (outer as Map<string, string>);
  for (const [key, value] of raw) {
    if (key === 'xmlns') prefixes.set('', value);
    else if (key.startsWith('xmlns:')) prefixes.set(key.slice(6), value);
  }
  if (prefixes.size > MAX_PREFIXES) throw new XmlFault('namespaces');
  const element = { ...resolve(name, prefixes), attributes: new Map<string, string>(), children: [], text: '' };
  for (const [key, value] of raw) {
    if (/^xmlns(:|$)/.test(key)) continue;
    const { name: local, namespace } = key.includes(':') ? resolve(key, prefixes) : { name: key, namespace: '' };
    if (!['', SVG_NAMESPACE, XLINK].includes(namespace)) continue;
    if (element.attributes.has(local) && local !== 'href') throw new XmlFault('an attribute twice');
    element.attributes.set(local, value);
  }
  return { scope: { prefixes, element, tag: name }, end: at + close.length, isEmpty: slash === '/' };
}

function resolve(qualified: string, prefixes: ReadonlyMap<string, string>): { name: string; namespace: string } {
  const [, prefix = '', name] = QUALIFIED.exec(qualified) ?? [];
  if (name === undefined) throw new XmlFault('name');
  if (prefix === 'xml') return { name, namespace: 'http://www.w3.org/XML/1998/namespace' };
  // Without a namespace declaration the file counts as SVG, and is written with one.
  const namespace = prefixes.get(prefix) ?? (prefix === '' ? SVG_NAMESPACE : null);
  if (namespace === null) throw new XmlFault('prefix');
  return { name, namespace };
}
