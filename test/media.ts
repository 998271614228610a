import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** The body and headers of a form with one file. */
export function aForm(name: string, content: Buffer, type = 'image/jpeg'): { payload: Buffer; type: string } {
  const head = `--picture\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--picture--\r\n')]);
  return { payload, type: 'multipart/form-data; boundary=picture' };
}

/** A picture whose upper half is red and whose lower half is blue. */
function halves(width: number, height: number) {
  const half = { create: { width, height: Math.round(height / 2), channels: 3 as const, background: '#2040d0' } };
  return sharp({ create: { width, height, channels: 3, background: '#d02020' } }).composite([
    { input: half, gravity: 'south' },
  ]);
}

export function aPng(width = 320, height = 240): Promise<Buffer> {
  return halves(width, height).png().toBuffer();
}

/**
 * A phone's photo: 12 megapixels stored sideways with an orientation tag, upright red above blue; with location, device
 * and thumbnail.
 */
export async function aPhonePhoto(): Promise<Buffer> {
  const upright = await halves(3024, 4032).png({ compressionLevel: 1 }).toBuffer();
  return sharp(upright)
    .rotate(-90)
    .withExif({
      IFD0: { Make: 'Guayaphone', Model: 'G12' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 46/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '80/1 12/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** A PNG of black and white pixels with minimal or no data. */
export function aHugePng(width: number, height: number, { isEmpty = false } = {}): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = isEmpty ? Buffer.alloc(16) : Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
