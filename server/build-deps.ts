import type { AppDeps } from './feature.ts';
import { catalogueOf } from './features/catalogue/live-catalogue.ts';
import { openContent } from './features/content/live-content.ts';
import { REMEMBERED, siteContent } from './features/content/site-content.ts';
import { SiteRenderer } from './features/content/site-renderer.ts';
import { MailSignal } from './features/emails/mail-signal.ts';
import { factsIn } from './features/facts/kinds.ts';
import { withOwnerMailbox } from './features/facts/owner-mailbox.ts';
import { followTimeZone } from './features/facts/time-zone.ts';
import { buildCarrier } from './features/labels/build.ts';
import { mailLookOf } from './features/look/kinds.ts';
import { buildPayments } from './features/payments/build.ts';
import { partnersOf, refundRuleIn } from './features/policies/pages.ts';
import { DeclineWatch } from './features/settlement/declines/watch.ts';
import { buildRates } from './features/shipping/build.ts';
import { shippingRulesIn } from './features/shipping/rules.ts';
import { buildTaxes } from './features/tax/build.ts';
import { changedTextIn } from './features/texts/pages.ts';
import { VisitCounter } from './features/visits/counter.ts';
import { FEATURES } from './features.ts';
import { createMetrics } from './metrics.ts';
import { MailShare } from './plugins/limits/mail-share.ts';

/**
 * Builds the server's dependencies, for the program and for its tests, so that each is added only here.
 *
 * @param outside.renderFolder the built renderer of pages; `null` skips rendering after a publish
 */
export async function buildDeps({
  config: settings,
  renderFolder,
  ...outside
}: Pick<AppDeps, 'config' | 'connection' | 'clock' | 'log' | 'site' | 'shopSettings'> & {
  renderFolder: string | null;
}): Promise<AppDeps> {
  const { connection, clock, log, site } = outside;
  const { db } = connection;
  const { publicUrl } = settings;
  const partners = partnersOf(settings);
  const renderer = renderFolder && SiteRenderer.open({ db, clock, log, site }, renderFolder, { publicUrl, partners });
  const pages = renderer && {
    ...{ renderer, clock, remembered: REMEMBERED },
    contentOf: siteContent.bind(null, partners),
  };
  const content = await openContent(db, log, pages || null);
  const facts = factsIn(content);
  const changedText = changedTextIn(content);
  const base = {
    ...outside,
    db,
    config: withOwnerMailbox(settings, facts),
    metrics: createMetrics(),
    mailSignal: new MailSignal(),
    content,
    catalogue: catalogueOf(content),
    refundRule: refundRuleIn(content, changedText),
    shippingRules: shippingRulesIn(content),
    facts,
    look: mailLookOf(content),
    changedText,
  };
  const features = Object.values(FEATURES);
  return {
    ...base,
    payments: await buildPayments(base),
    rates: buildRates(base),
    taxes: await buildTaxes(base),
    carrier: buildCarrier(base),
    declines: new DeclineWatch(),
    mailShare: new MailShare(base),
    timeZone: followTimeZone(base),
    visits: new VisitCounter(base),
    features,
    kinds: features.flatMap(({ kinds = [] }) => kinds),
  };
}
