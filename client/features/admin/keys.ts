/** Paths of the admin's reads; as query keys they let one component refresh another's data. */
export const adminKeys = {
  check: ['/api/admin/check'],
  summary: ['/api/admin/summary'],
  /** Below the summary, so that what changes a card changes it too. */
  today: ['/api/admin/summary', 'today'],
  changes: ['/api/admin/changes'],
  /** The same totals, as they were when the lists were read. */
  seen: ['/api/admin/changes?seen'],
  stats: ['/api/admin/stats'],
  /** Below the chart's: what changes one changes the other. */
  figures: ['/api/admin/stats', 'figures'],
  anomalies: ['/api/admin/anomalies'],
  wholesalers: ['/api/admin/wholesalers'],
  orders: ['/api/admin/orders'],
  customers: ['/api/admin/customers'],
  disputes: ['/api/admin/orders', 'disputes'],
  failedRefunds: ['/api/admin/orders', 'failed-refunds'],
  products: ['/api/admin/products'],
  revisions: ['/api/admin/revisions'],
  policies: ['/api/admin/policies'],
  texts: ['/api/admin/texts'],
  slipWords: ['/api/admin/slip-words'],
  faq: ['/api/admin/faq'],
  stories: ['/api/admin/stories'],
  places: ['/api/admin/places'],
  shippingRules: ['/api/admin/shipping-rules'],
  taxRecords: ['/api/admin/tax-records'],
  facts: ['/api/admin/facts'],
  media: ['/api/admin/media'],
  codes: ['/api/admin/codes'],
  taxes: ['/api/admin/taxes'],
  /** Below the taxes: a state that is registered is another line in it. */
  taxSales: ['/api/admin/taxes', 'sales'],
  storeLocations: ['/api/admin/store-locations'],
  templates: ['/api/admin/email-templates'],
  templateDefaults: ['/api/admin/email-templates', 'defaults'],
  emails: ['/api/admin/emails'],
  setup: ['/api/admin/setup'],
  sessions: ['/api/admin/sessions'],
  find: ['/api/admin/find'],
} as const;

const { products, policies, texts, slipWords, faq, stories, places, media, shippingRules, facts, changes, revisions } =
  adminKeys;
/** What is read of the owner's content: a change of it names no thing, so all of it is read again. */
export const contentKeys = [
  products,
  policies,
  texts,
  slipWords,
  faq,
  stories,
  places,
  media,
  shippingRules,
  facts,
  changes,
  revisions,
] as const;
