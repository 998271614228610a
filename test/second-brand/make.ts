import { cpSync, globSync } from 'node:fs';
import sharp from 'sharp';
import { readAnswers } from '#scripts/brand/answers.ts';
import example from '#scripts/brand/example.json' with { type: 'json' };
import { writeBrand } from '#scripts/brand/write.ts';

export const COFFEE = readAnswers(example);

/**
 * A second brand, made by `npm run brand` from the sample in `from`: coffee from Tampa, Spanish first, three products.
 * Whatever its shop still shows of the first brand was not read from the brand's folder.
 */
export async function makeSecondBrand(from: string, to: string): Promise<void> {
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  await writeBrand(COFFEE, to);
  // Plain, and as wide as the wholesale line sheet needs, because encoding takes the time.
  for (const file of globSync(`${to}/images/*.jpg`)) {
    const { width, height } = await sharp(file).metadata();
    const size = {
      width: 960,
      height: Math.round((960 * height) / width),
      channels: 3,
      background: '#123456',
    } as const;
    const plain = await sharp({ create: size }).jpeg().toBuffer();
    await sharp(plain).toFile(file);
  }
}
