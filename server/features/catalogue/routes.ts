import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { languageOf, sendFile } from '#server/plugins/pages/pages.ts';
import { packFile, type Site, type StoredFile } from '#server/plugins/pages/site-files.ts';
import { allergensOf } from '#shared/catalogue/allergens.ts';
import {
  type CatalogueItem,
  catalogueItemSchema,
  catalogueQuerySchema,
  type Product,
} from '#shared/catalogue/products.ts';
import { mediaJpeg } from '#shared/content/picture-ref.ts';
import { isLanguage, type Language } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import type { CatalogueSnapshot } from './live-catalogue.ts';

type Deps = Pick<BaseDeps, 'catalogue'> & { site: Site };
const PICTURE = /^\/assets\/images\/(\w+)-[0-9a-f]+-(\d+)\.jpg$/;
/** The displayed width of a product. */
const PICTURE_WIDTH = 960;

/** The products on sale, for everyone. A browser may cache it, and revalidates it each time. */
export function addCatalogueRoutes(app: App, { catalogue, site }: Deps): void {
  const pictures = findPictures(site);
  const kept = new Map<Language, { from: CatalogueSnapshot; file: Promise<StoredFile> }>();
  const fileIn = (language: Language) => {
    const from = catalogue();
    const known = kept.get(language);
    if (known?.from === from) return known.file;
    const items = from.products.map((product) => toItem(product, language, pictures));
    const file = packFile(Buffer.from(JSON.stringify(items)), 'application/json; charset=utf-8');
    kept.set(language, { from, file });
    return file;
  };
  app.get(
    '/api/catalogue',
    {
      schema: {
        tags: ['shop'],
        summary: 'What the shop sells',
        querystring: catalogueQuerySchema,
        response: { 200: z.array(catalogueItemSchema) },
      },
    },
    async (request, reply) => {
      const { lang } = request.query;
      const language = isLanguage(lang) ? lang : languageOf(request.headers);
      const vary = 'accept-encoding, accept-language, cookie';
      reply.headers({ 'cache-control': 'no-cache', 'content-language': language, vary });
      return sendFile(request, reply, await fileIn(language));
    },
  );
}

function toItem(product: Product, language: Language, pictures: ReadonlyMap<string, string>): CatalogueItem {
  const { id, slug, name, description, size, priceCents, netWeightOz, images, availability, left } = product;
  return {
    id,
    slug: slug[language],
    name: name[language],
    description: description[language],
    size: size[language],
    price: centsToText(priceCents),
    unitPrice: centsToText(Math.round(priceCents / netWeightOz)),
    images: images.flatMap((image) => {
      const uploaded = product.pictures[image];
      return uploaded ? mediaJpeg(image, uploaded, PICTURE_WIDTH) : (pictures.get(image) ?? []);
    }),
    allergens: allergensOf(product, language),
    availability: left === undefined ? availability : 'low',
    ...(left !== undefined && { left }),
  };
}

/** The URL of each picture, in the width nearest to the displayed one. */
function findPictures({ files }: Site): Map<string, string> {
  const found = new Map<string, { path: string; distance: number }>();
  for (const path of files.keys()) {
    const [, name, width] = PICTURE.exec(path) ?? [];
    if (name === undefined) continue;
    const distance = Math.abs(Number(width) - PICTURE_WIDTH);
    if (distance < (found.get(name)?.distance ?? Number.POSITIVE_INFINITY)) found.set(name, { path, distance });
  }
  return new Map([...found].map(([name, { path }]) => [name, path]));
}
