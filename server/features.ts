import type { Feature } from './feature.ts';
import { accounts } from './features/accounts/feature.ts';
import { admin } from './features/admin/feature.ts';
import { backup } from './features/backup/feature.ts';
import { catalogue } from './features/catalogue/feature.ts';
import { checkout } from './features/checkout/feature.ts';
import { codes } from './features/codes/feature.ts';
import { content } from './features/content/feature.ts';
import { diagnostics } from './features/diagnostics/feature.ts';
import { disputes } from './features/disputes/feature.ts';
import { emails } from './features/emails/feature.ts';
import { facts } from './features/facts/feature.ts';
import { find } from './features/find/feature.ts';
import { guide } from './features/guide/feature.ts';
import { journal } from './features/journal/feature.ts';
import { labels } from './features/labels/feature.ts';
import { live } from './features/live/feature.ts';
import { look } from './features/look/feature.ts';
import { lots } from './features/lots/feature.ts';
import { media } from './features/media/feature.ts';
import { orders } from './features/orders/feature.ts';
import { passkeys } from './features/passkeys/feature.ts';
import { payments } from './features/payments/feature.ts';
import { people } from './features/people/feature.ts';
import { pictureSlots } from './features/picture-slots/feature.ts';
import { policies } from './features/policies/feature.ts';
import { settlement } from './features/settlement/feature.ts';
import { shipping } from './features/shipping/feature.ts';
import { shopSettings } from './features/shop-settings/feature.ts';
import { stock } from './features/stock/feature.ts';
import { stores } from './features/stores/feature.ts';
import { stories } from './features/stories/feature.ts';
import { tax } from './features/tax/feature.ts';
import { texts } from './features/texts/feature.ts';
import { today } from './features/today/feature.ts';
import { visits } from './features/visits/feature.ts';
import { wholesale } from './features/wholesale/feature.ts';
import { writtenOrders } from './features/written-orders/feature.ts';

/**
 * Every feature, by its folder. Routes are registered, kinds of content listed and jobs started in this order: `facts`
 * recounts days before `orders` merges the slots of past days.
 */
export const FEATURES: Readonly<Record<string, Feature>> = {
  content,
  catalogue,
  policies,
  shipping,
  texts,
  facts,
  stories,
  'picture-slots': pictureSlots,
  look,
  media,
  checkout,
  payments,
  settlement,
  stock,
  codes,
  tax,
  orders,
  'written-orders': writtenOrders,
  labels,
  lots,
  disputes,
  wholesale,
  accounts,
  stores,
  emails,
  people,
  admin,
  passkeys,
  journal,
  today,
  find,
  guide,
  live,
  visits,
  diagnostics,
  backup,
  'shop-settings': shopSettings,
};
