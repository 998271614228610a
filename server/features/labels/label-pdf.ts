import type { LabelSize } from '#shared/shipping/labels.ts';

/** Four by six inches in points, the size of label printers. */
const WIDTH = 288;
const HEIGHT = 432;
const MARGIN = 18;
/** Letter, in points. */
const SHEET_WIDTH = 612;
const SHEET_HEIGHT = 792;

export type LabelSheet = {
  carrier: string;
  service: string;
  from: readonly string[];
  to: readonly string[];
  trackingNumber: string;
  /** Printed across the label, because it is not postage. */
  warning: string;
  size: LabelSize;
};

/**
 * A label of 4 × 6 inches, alone or at the top of a letter sheet in a frame to cut along, as PDF 1.4. It uses the
 * reader's own Helvetica, which has the letters of English and Spanish.
 *
 * @see ISO 32000-1, 7.5 (file structure), 9.6.2 (standard fonts), annex D (WinAnsiEncoding)
 */
export function labelPdf(sheet: LabelSheet): Buffer {
  const isLetter = sheet.size === 'letter';
  const [width, height] = isLetter ? [SHEET_WIDTH, SHEET_HEIGHT] : [WIDTH, HEIGHT];
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 6 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    stream(isLetter ? onSheet(drawing(sheet)) : drawing(sheet)),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  // One byte per character: `encoded` leaves none above 255.
  return Buffer.from(file, 'latin1');
}

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** Centered below the upper margin, inside the printable area. */
function onSheet(label: string): string {
  const [x, y] = [(SHEET_WIDTH - WIDTH) / 2, SHEET_HEIGHT - HEIGHT - 2 * MARGIN];
  return `q 1 0 0 1 ${x} ${y} cm\n[4 4] 0 d 0.5 w 0 0 ${WIDTH} ${HEIGHT} re S [] 0 d\n${label}\nQ`;
}

function drawing({ carrier, service, from, to, trackingNumber, warning }: LabelSheet): string {
  const wide = WIDTH - 2 * MARGIN;
  return [
    line(HEIGHT - 64),
    text('F2', 20, MARGIN, HEIGHT - 42, carrier),
    text('F1', 11, MARGIN, HEIGHT - 57, service),
    ...from.map((each, i) => text('F1', 8, MARGIN, HEIGHT - 82 - 10 * i, each)),
    line(HEIGHT - 132),
    ...to.map((each, i) =>
      text(i === 0 ? 'F2' : 'F1', sizeFor(each, 14, wide - 12), MARGIN + 12, HEIGHT - 160 - 19 * i, each),
    ),
    line(HEIGHT - 274),
    text('F1', 9, MARGIN, HEIGHT - 290, 'TRACKING'),
    text('F2', sizeFor(trackingNumber, 15, wide), MARGIN, HEIGHT - 310, trackingNumber),
    // A frame around the warning.
    `2 w ${MARGIN} ${MARGIN} ${wide} 62 re S`,
    text('F2', sizeFor(warning, 22, wide - 16), MARGIN + 8, MARGIN + 24, warning),
  ].join('\n');
}

const line = (y: number) => `1.5 w ${MARGIN} ${y} m ${WIDTH - MARGIN} ${y} l S`;

const text = (font: 'F1' | 'F2', size: number, x: number, y: number, value: string) =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${encoded(value)}) Tj ET`;

/**
 * The largest font size, at most `size`, at which a text fits into `width`; capitals are about 0.7 of the size wide.
 */
function sizeFor(value: string, size: number, width: number): number {
  return Math.max(5, Math.min(size, Math.floor(width / (0.68 * Math.max(1, value.length)))));
}

/** WinAnsi equals Latin-1 in the letters of both languages; other characters become a question mark. */
function encoded(value: string): string {
  return value
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[^\u0020-\u00ff]/gu, '?')
    .replace(/[\\()]/g, '\\$&');
}
