import type { Graph, OfferShippingDetails, Thing } from 'schema-dts';
import { facts } from '#brand/facts.ts';
import { sections } from '#brand/sections.ts';
import { cuisine } from '#brand/stories.ts';
import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import type { SpecialHours } from '#shared/content/opening-hours.ts';
import { pageAddress, productPath, STORIES_PATH, storyPath } from '#shared/content/page-address.ts';
import { policyPath } from '#shared/content/policy-page.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import { PUBLIC_ORIGIN } from '#shared/core/public-origin.ts';
import type { TextNode } from '#shared/core/rich-text.ts';
import { type LookPicture, lookPicturePath } from '#shared/look/pictures.ts';
import type { Delivery } from '#shared/shipping/delivery.ts';
import { pageContent, productAt, products, shopFacts } from '../../lib/catalogue.ts';
import { largestJpeg } from '../../ui/picture-address.ts';
import { questions } from './faq.ts';

/** Google's unit for days (merchant listings); UN/CEFACT also accepts `DAY`. */
const DAY = 'DAY';
const ORGANIZATION = { '@id': `${PUBLIC_ORIGIN}/#organization` };
const RETURNS = { '@id': `${PUBLIC_ORIGIN}/#returns` };
const AVAILABILITY = {
  in_stock: 'https://schema.org/InStock',
  sold_out: 'https://schema.org/SoldOut',
  coming_soon: 'https://schema.org/OutOfStock',
} as const;
const WEBSITE = { '@id': `${PUBLIC_ORIGIN}/#website` };

/**
 * The schema.org data of a page for search engines; its types are checked by the compiler.
 *
 * @see https://developers.google.com/search/docs/appearance/structured-data/search-gallery
 */
export function structuredData(page: { path: string; language: Language; title: string; description: string }): Graph {
  const { path, language } = page;
  const things: Thing[] = [organization(language), website(), webPage(page)];
  if (path !== '/') things.push(breadcrumbs(page));
  const product = productAt(path);
  if (product)
    things.push(offered(product, language, delivered(product)), ...[nutritionFacts(product, language) ?? []].flat());
  const stories = pageContent().stories ?? [];
  if (path === STORIES_PATH) things.push(listed(stories, language));
  else things.push(...stories.flatMap((story) => (story.text ? told(story, language) : [])));
  if (path === '/shop' || path === '/product') things.push(...products().map((product) => offered(product, language)));
  if (path === '/product') {
    if (sections.nutrition) things.push(...products().flatMap((product) => nutritionFacts(product, language) ?? []));
    if (questions().length > 0) things.push(questionsOf(page));
  }
  return { '@context': 'https://schema.org', '@graph': things };
}

/** A picture made from the owner's logo; without such a logo, the file of the build. */
export function pictureOfLook(name: LookPicture, built: string): string {
  const { pictures } = pageContent().look ?? {};
  return pictures === undefined ? built : lookPicturePath(pictures, name);
}

function organization(language: Language): Thing {
  const {
    legalName,
    email,
    phone,
    founder,
    foundedIn,
    name,
    address: postal,
    hours,
    specialHours = [],
    social,
  } = shopFacts();
  const address = {
    '@type': 'PostalAddress',
    streetAddress: postal.street,
    addressLocality: postal.city,
    addressRegion: postal.state,
    postalCode: postal.zipCode,
    addressCountry: facts.address.country,
  } as const;
  return {
    '@type': 'Organization',
    ...ORGANIZATION,
    name,
    legalName,
    url: `${PUBLIC_ORIGIN}/`,
    logo: PUBLIC_ORIGIN + pictureOfLook('icon-512.png', '/icon-512.png'),
    email,
    telephone: phone,
    founder: { '@type': 'Person', name: founder },
    ...(foundedIn && { foundingDate: foundedIn }),
    address,
    location: {
      '@type': 'Place',
      address,
      openingHoursSpecification: hours.map(({ days, opens, closes }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: days.map((day) => `https://schema.org/${day}` as const),
        opens,
        closes,
      })),
      ...(specialHours.length > 0 && { specialOpeningHoursSpecification: specialHours.map(specialSpecification) }),
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: phone,
      email,
      availableLanguage: [...LANGUAGES],
    },
    sameAs: Object.values(social).filter((url) => url !== ''),
    // The policy is free text, so only its page is linked; Google accepts the link without a category.
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      ...RETURNS,
      applicableCountry: facts.address.country,
      merchantReturnLink: pageAddress(policyPath('refunds'), language),
    },
  };
}

/** Search engines expect a closed day to open and close at midnight. */
function specialSpecification({ from, until, hours }: SpecialHours) {
  const { opens, closes } = hours ?? { opens: '00:00', closes: '00:00' };
  return { '@type': 'OpeningHoursSpecification', validFrom: from, validThrough: until, opens, closes } as const;
}

function website(): Thing {
  return {
    '@type': 'WebSite',
    ...WEBSITE,
    name: shopFacts().name,
    url: `${PUBLIC_ORIGIN}/`,
    inLanguage: [...LANGUAGES],
    publisher: ORGANIZATION,
  };
}

function webPage({ path, language, title, description }: Parameters<typeof structuredData>[0]): Thing {
  return {
    '@type': path === '/about' ? 'AboutPage' : path === '/contact' ? 'ContactPage' : 'WebPage',
    '@id': `${pageAddress(path, language)}#page`,
    url: pageAddress(path, language),
    name: title,
    description,
    inLanguage: language,
    isPartOf: WEBSITE,
    about: ORGANIZATION,
    primaryImageOfPage: {
      '@type': 'ImageObject',
      url: PUBLIC_ORIGIN + pictureOfLook('share.jpg', '/og-image.jpg'),
      width: '1200',
      height: '630',
    },
  };
}

function breadcrumbs({ path, language, title }: { path: string; language: Language; title: string }): Thing {
  const step = (position: number, name: string, to: string) =>
    ({ '@type': 'ListItem', position, name, item: pageAddress(to, language) }) as const;
  const own = title.split(' | ')[0] ?? title;
  const above = productAt(path)
    ? step(2, m.nav_shop(), '/shop')
    : path.startsWith(`${STORIES_PATH}/`)
      ? step(2, m.stories_heading(), STORIES_PATH)
      : null;
  const steps = above ? [above, step(3, own, path)] : [step(2, own, path)];
  return { '@type': 'BreadcrumbList', itemListElement: [step(1, m.breadcrumb_home(), '/'), ...steps] };
}

/** @param shippingDetails only for its own page; in a list of products they would be too long */
function offered(product: Product, language: Language, shippingDetails?: OfferShippingDetails[]): Thing {
  const address = pageAddress(productPath(product, language), language);
  return {
    '@type': 'Product',
    '@id': `${address}#product`,
    url: address,
    name: `${shopFacts().name}: ${product.name[language]}`,
    description: product.description[language],
    sku: product.id,
    // Numbers from the restricted range have no meaning outside this shop; search engines refuse them.
    ...(product.gtin === '' || product.gtin.startsWith('2') ? {} : { gtin: product.gtin }),
    brand: { '@type': 'Brand', name: shopFacts().name },
    image: product.images.flatMap((name) => {
      const path = largestJpeg(name);
      return path ? PUBLIC_ORIGIN + path : [];
    }),
    weight: { '@type': 'QuantitativeValue', value: product.weightOz, unitCode: 'ONZ' },
    offers: {
      '@type': 'Offer',
      url: address,
      price: centsToText(product.priceCents),
      priceCurrency: 'USD',
      availability: AVAILABILITY[product.availability],
      itemCondition: 'https://schema.org/NewCondition',
      seller: ORGANIZATION,
      hasMerchantReturnPolicy: RETURNS,
      ...(shippingDetails && { shippingDetails }),
    },
  };
}

/** Price and duration of shipping one box, by states. */
function delivered({ id }: Product): OfferShippingDetails[] {
  const { handlingDays, byProduct } = pageContent().deliveries ?? {};
  return (byProduct?.[id] ?? []).map(({ states, cents, isMost, days }) => ({
    '@type': 'OfferShippingDetails',
    shippingRate: {
      '@type': 'MonetaryAmount',
      [isMost ? 'maxValue' : 'value']: centsToText(cents),
      currency: 'USD',
    },
    shippingDestination: {
      '@type': 'DefinedRegion',
      addressCountry: facts.address.country,
      addressRegion: states,
    },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      ...(handlingDays && { handlingTime: inDays(handlingDays) }),
      ...(days && { transitTime: inDays(days) }),
    },
  }));
}

const inDays = ([minValue, maxValue]: Exclude<Delivery['days'], null>) =>
  ({ '@type': 'QuantitativeValue', minValue, maxValue, unitCode: DAY }) as const;

/** A recipe or news article, with the title that search engines show. */
function told(story: StoryPage, language: Language): Thing {
  const { title, summary, publishedOn, minutes, picture, text } = story;
  const address = pageAddress(storyPath(story, language), language);
  const image = picture && largestJpeg(picture);
  const common = {
    '@id': `${address}#story`,
    description: summary[language],
    ...(image && { image: PUBLIC_ORIGIN + image }),
    datePublished: publishedOn,
    inLanguage: language,
    author: ORGANIZATION,
    publisher: ORGANIZATION,
    mainEntityOfPage: { '@id': `${address}#page` },
  };
  const recipe = text?.recipe;
  if (!recipe) {
    const articleBody = (text?.body[language] ?? []).map(plain).join(' ').replace(/\s+/g, ' ').trim();
    return { '@type': 'BlogPosting', ...common, headline: title[language], articleBody };
  }
  return {
    '@type': 'Recipe',
    ...common,
    name: title[language],
    ...(cuisine[language] !== '' && { recipeCuisine: cuisine[language] }),
    recipeYield: recipe.yields[language],
    ...(minutes !== null && { totalTime: `PT${minutes}M` }),
    recipeIngredient: recipe.ingredients[language],
    recipeInstructions: recipe.steps[language].map((step, i) => ({
      '@type': 'HowToStep',
      position: i + 1,
      text: step,
    })),
  };
}

function plain(node: TextNode): string {
  if (typeof node === 'string') return node;
  const [tag, children] = node;
  const words = children.map(plain).join('');
  return tag === 'strong' || tag === 'em' || tag === 's' || tag === 'a' ? words : `${words} `;
}

function listed(all: readonly StoryPage[], language: Language): Thing {
  return {
    '@type': 'ItemList',
    '@id': `${pageAddress(STORIES_PATH, language)}#list`,
    itemListElement: all.map((story, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: story.title[language],
      url: pageAddress(storyPath(story, language), language),
    })),
  };
}

function nutritionFacts({ name, nutrition }: Product, language: Language): Thing | null {
  if (!nutrition) return null;
  const { servingSize, calories, nutrients } = nutrition;
  const amounts = Object.fromEntries(nutrients.map(({ id, amount }) => [id, amount]));
  return {
    '@type': 'MenuItem',
    name: name[language],
    nutrition: {
      '@type': 'NutritionInformation',
      servingSize,
      calories: `${calories} calories`,
      fatContent: amounts.total_fat,
      saturatedFatContent: amounts.saturated_fat,
      transFatContent: amounts.trans_fat,
      cholesterolContent: amounts.cholesterol,
      sodiumContent: amounts.sodium,
      carbohydrateContent: amounts.carbs,
      fiberContent: amounts.fiber,
      sugarContent: amounts.sugars,
      proteinContent: amounts.protein,
    },
  };
}

function questionsOf({ path, language }: { path: string; language: Language }): Thing {
  return {
    '@type': 'FAQPage',
    '@id': `${pageAddress(path, language)}#faq`,
    inLanguage: language,
    mainEntity: questions().map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
