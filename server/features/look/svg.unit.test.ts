import { expect, test } from 'vitest';
import { AppError } from '#server/errors.ts';
import { MAX_SVG_BYTES } from '#shared/look/look.ts';
import { cleanSvg } from './svg.ts';
import { parseXml } from './svg-parser.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 50"';
const around = (inside: string, more = '') =>
  `<svg ${NS} ${more}>${inside}<rect width="50" height="50" fill="#a81d3a"/></svg>`;
const clean = (svg: string) => cleanSvg(Buffer.from(svg));
const codeOf = (svg: string | Buffer) => {
  try {
    cleanSvg(Buffer.from(svg));
    return 'taken';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
};

/** Nested entities ("billion laughs"): each of nine levels repeats the previous one ten times. */
const LAUGHS = `<!DOCTYPE svg [<!ENTITY a "ha">${'bcdefghij'
  .split('')
  .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i]};`.repeat(10)}">`)
  .join('')}]>`;
/** Each mask draws the next one twice. */
const MASKS = Array.from(
  { length: 30 },
  (_, i) => `<mask id="m${i}">${`<rect width="9" height="9" mask="url(#m${i + 1})"/>`.repeat(2)}</mask>`,
).join('');

test.each<[string, string | Buffer]>([
  ['a script', around('<script>alert(1)</script>')],
  ['a script of another file', around('<script xlink:href="https://evil.example/x.js"/>')],
  ['a script in capitals', around('<SCRIPT>alert(1)</SCRIPT>')],
  ['a script under a prefix', `<svg ${NS} xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></svg>`],
  ['a script of a web page', around('<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>')],
  ['an event of the drawing', around('', 'onload="alert(1)"')],
  ['an event of a shape', around('<rect onclick="alert(1)" width="9" height="9"/>')],
  ['an event in capitals', around('<rect OnMouseOver="alert(1)" width="9" height="9"/>')],
  [
    'a web page inside',
    around('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script/></body></foreignObject>'),
  ],
  ['an animated link', around('<a><animate attributeName="href" values="javascript:alert(1)"/></a>')],
  ['an animation', around('<animate attributeName="x" to="9"/>')],
  ['a set of an event', around('<set attributeName="onmouseover" to="alert(1)"/>')],
  ['a link', around('<a xlink:href="javascript:alert(1)"><rect width="9" height="9"/></a>')],
  ['a copy from another site', around('<use xlink:href="https://evil.example/x.svg#a"/>')],
  ['a copy from data', around('<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>')],
  ['a picture of another site', around('<image href="https://evil.example/x.png"/>')],
  ['a picture in data', around('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
  ['a gradient of another site', around('<linearGradient href="//evil.example/#a"/>')],
  ['a fill of another site', around('<rect fill="url(https://evil.example/#a)" width="9" height="9"/>')],
  ['a mask of another file', around('<rect mask="url(x.svg#a)" width="9" height="9"/>')],
  ['a style that imports', around('<style>@import url("https://evil.example/x.css");</style>')],
  ['a style that loads', around('<style>rect{fill:url(https://evil.example/x)}</style>')],
  ['a style with escapes', around('<style>rect{f\\69ll:u\\72l(//evil.example)}</style>')],
  ['a style in a CDATA that loads', around('<style><![CDATA[.a{background:url(//evil.example)}]]></style>')],
  ['a style of a font', around('<style>@font-face{font-family:x;src:url(//evil.example)}</style>')],
  ['a style of a shape that loads', around('<rect style="fill:URL( //evil.example )" width="9" height="9"/>')],
  ['a style that breaks out', around('<style>&lt;/style&gt;&lt;script&gt;</style>')],
  ['a style sheet by instruction', `<?xml-stylesheet href="https://evil.example/x.css"?>${around('')}`],
  ['an instruction inside', around('<?php echo 1 ?>')],
  ['a bomb of entities', `${LAUGHS}${around('&j;')}`],
  ['a file through an entity', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${around('<desc>&x;</desc>')}`],
  ['an entity without a declaration', around('<desc>&passwd;</desc>')],
  ['a second document type', around('<!DOCTYPE svg>')],
  ['a parameter entity', `<!DOCTYPE svg [<!ENTITY % x SYSTEM "https://evil.example/x.dtd"> %x;]>${around('')}`],
  ['masks that double', around(`${MASKS}<rect mask="url(#m0)" width="9" height="9"/>`)],
  [
    'a mask of itself',
    around(
      '<mask id="a"><rect mask="url(#a)" width="9" height="9"/></mask><rect mask="url(#a)" width="9" height="9"/>',
    ),
  ],
  ['copies of a group', around('<g id="a"><rect width="9" height="9"/></g><use href="#a"/>')],
  ['a filter', around('<filter id="f"><feTurbulence numOctaves="99"/></filter>')],
  ['a filter on a shape', around('<rect filter="url(#f)" width="9" height="9"/>')],
  ['a pattern', around('<pattern id="p" width="0.001" height="0.001"/>')],
  ['a marker', around('<path marker-mid="url(#m)" d="M0 0"/>')],
  ['dashes without end', around('<path stroke-dasharray="0.0001" d="M0 0h9999999"/>')],
  ['astronomical coordinates', around('<path d="M0 0L1e308 1e308"/>')],
  ['long coordinates', around(`<path d="M0 0L${'9'.repeat(300)} 0"/>`)],
  ['an astronomical size', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e9 1e9"/>'],
  ['no size', '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'],
  ['a line of a drawing', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1"/>'],
  ['a huge path', around(`<path d="${'M0 0h9'.repeat(MAX_SVG_BYTES / 5)}"/>`)],
  ['too many shapes', around('<g/>'.repeat(6_000))],
  ['too deep groups', around(`${'<g>'.repeat(60)}${'</g>'.repeat(60)}`)],
  ['letters', around('<text>Shop</text>')],
  ['a drawing inside', around('<svg onload="alert(1)"/>')],
  ['a switch', around('<switch><rect width="9" height="9"/></switch>')],
  ['a view', around('<view id="v" viewBox="0 0 1 1"/>')],
  ['another root', '<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>'],
  ['another namespace', '<svg xmlns="http://evil.example/"><script/></svg>'],
  ['an unknown prefix', around('<x:rect/>')],
  ['an attribute twice', around('<rect width="1" width="2"/>')],
  ['an attribute without quotes', around('<rect width=9/>')],
  ['an open tag in an attribute', around('<rect id="<script>"/>')],
  ['an open tag', `<svg ${NS}><rect`],
  ['crossed tags', around('<g><defs></g></defs>')],
  ['two roots', around('') + around('')],
  ['text behind', `${around('')}<script>alert(1)</script>`],
  ['an open comment', around('<!-- ')],
  ['a null', around('<desc>\u0000</desc>')],
  ['a null by number', around('<desc>&#0;</desc>')],
  ['UTF-16', Buffer.from(around('<script>alert(1)</script>'), 'utf16le')],
  ['UTF-7', `<?xml version="1.0" encoding="UTF-7"?>${around('+ADw-script+AD4-')}`],
  ['broken UTF-8', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xc3, 0x28])],
  ['nothing', ''],
])('%s is refused', (_, svg) => {
  expect(codeOf(svg)).toMatch(/^logo_/);
});

/** Texts for which a careless regular expression takes hours. */
const long = (text: string) => text.repeat(Math.floor((MAX_SVG_BYTES - 1_000) / text.length));
test.each<[string, string]>([
  ['digits', `<polygon points="${long('1')}x"/>`],
  ['short numbers', `<polygon points="${long('1 ')}x"/>`],
  ['transforms', `<g transform="${long('scale(1)  ')}x"/>`],
  ['blanks in a transform', `<g transform="scale(1)${long(' ')}x"/>`],
  ['blanks in a tag', `<g ${long(' ')}x/>`],
  ['a name', `<${long('a')}/>`],
  ['a name of a namespace', `<a:${long('a:')}/>`],
  ['attributes', `<g ${long('a=""')}/>`],
  ['entities', `<desc>${long('&')}</desc>`],
  ['open comments', `<style>${long('/*')}</style>`],
  ['closed comments', `<style>${long('/**/')}.</style>`],
  ['rules without an end', `<style>${long('a')}</style>`],
  ['open rules', `<style>${long('a{')}</style>`],
  ['selectors', `<style>${long('.a,').slice(0, 90_000)}.b{${long('fill:red;').slice(0, 90_000)}}</style>`],
  ['declarations', `<g style="${long(';:')}"/>`],
  ['classes', `<style>.a{fill:red}</style><g class="${long('a ').slice(0, 150_000)}"/>`],
  [
    'namespaces',
    `<g ${Array.from({ length: 4_000 }, (_, i) => `xmlns:a${i}="x"`).join(' ')}>${'<g xmlns="http://www.w3.org/2000/svg"/>'.repeat(1_500)}</g>`,
  ],
  ['colors', `<g fill="rgb(${long('1')})"/>`],
  ['open tags', long('<g>')],
  ['lone brackets', long('<')],
])('a file of %s is answered in a moment', (_, inside) => {
  const from = performance.now();
  codeOf(around(inside));
  expect(performance.now() - from).toBeLessThan(3_000);
});

test('a refusal names the part, and text has its own message', () => {
  expect(() => clean(around('<script/>'))).toThrow(expect.objectContaining({ values: { name: '<script>' } }));
  expect(codeOf(around('<text/>'))).toBe('logo_svg_text');
});

test.each([
  [
    'notes of a drawing program',
    '<metadata><rdf:RDF xmlns:rdf="http://rdf.example/"><rdf:script/></rdf:RDF></metadata>',
  ],
  ['elements of a drawing program', '<sodipodi:namedview xmlns:sodipodi="http://sodipodi.example/" onload="x"/>'],
  [
    'attributes of a drawing program',
    '<rect xmlns:i="http://i.example/" i:onload="alert(1)" data-name="x" width="9" height="9"/>',
  ],
  ['title and description', '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title><desc>javascript:</desc>'],
  ['comments', '<!-- <script>alert(1)</script> -->'],
  ['text between shapes', 'alert(1) &lt;script&gt; &#60;script&#62;'],
  ['fonts of a style', '<style>.a{font-family:"Evil";cursor:pointer}</style>'],
])('%s are left out', (_, inside) => {
  const { svg } = clean(around(inside));
  expect(svg).not.toMatch(/script|onload|javascript|alert|data-|Evil|<style|title|metadata|sodipodi|<!/i);
  expect(svg).toContain('<rect');
});

test('a written drawing has only what is allowed, is well-formed, and is its own clean form', () => {
  const { svg, width, height } = clean(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" width="40mm" height="20mm" ${NS} style="enable-background:new 0 0 100 50;" xml:space="preserve">
<style type="text/css"><![CDATA[ .st0{fill:#A81D3A;} .st1{clip-path:url(#SVGID_2_);fill:url('#SVGID_3_')} ]]></style>
<defs><rect id="SVGID_1_" x="1" width="40" height="40"/></defs>
<clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath>
<linearGradient id="SVGID_3_" gradientUnits="userSpaceOnUse" x1="0" x2="100%"><stop offset="0" style="stop-color:#FFF"/></linearGradient>
<linearGradient id="b" xlink:href="#SVGID_3_"/>
<g class="st0 unknown" transform="translate(1,2) scale(2)"><path class="st1" d="M1-2.5e-1h3z" fill="red"/></g></svg>`);
  expect([width, height]).toEqual([128, 64]);
  expect(svg).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="100" height="50">' +
      '<defs><rect id="SVGID_1_" x="1" width="40" height="40"/></defs>' +
      '<clipPath id="SVGID_2_"><rect x="1" width="40" height="40"/></clipPath>' +
      '<linearGradient id="SVGID_3_" gradientUnits="userSpaceOnUse" x1="0" x2="100%"><stop offset="0" stop-color="#FFF"/></linearGradient>' +
      '<linearGradient id="b" href="#SVGID_3_"/>' +
      `<g transform="translate(1,2) scale(2)" fill="#A81D3A"><path d="M1-2.5e-1h3z" fill="url('#SVGID_3_')" clip-path="url(#SVGID_2_)"/></g></svg>`,
  );
  expect(clean(svg).svg).toBe(svg);
  expect(parseXml(Buffer.from(svg)).name).toBe('svg');
});
