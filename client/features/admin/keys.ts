/** Paths of the admin's reads; as query keys they let one component refresh another's data. */
export const adminKeys = {
  check: ['/api/admin/check'],
  summary: ['/api/admin/summary'],
  /** Below the summary, so that refreshing the summary refreshes it too. */
  today: ['/api/admin/summary', 'today'],
  changes: ['/api/admin/changes'],
  /** The same totals, as of when the lists were read. */
  seen: ['/api/admin/changes?seen'],
  stats: ['/api/admin/stats'],
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
  /** Below the taxes, because a new registration adds a line to it. */
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
/** Reads of the owner's content. A change of content does not say which item, so all of them are refreshed. */
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
