import * as m from '#messages';
import { policyPath } from '#shared/content/policy-page.ts';
import { pageContent, shopFacts } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { shipDays } from '../../lib/ship-days.ts';
import { unbroken } from '../../ui/unbroken.tsx';

/**
 * Reasons to trust the shop, beside the buttons that begin an order: where the product is made, the founding year if
 * there is one, when it ships, the refund rule.
 */
export default function TrustLine({ className = '' }: { className?: string }) {
  const rule = pageContent().refundRule?.[useLanguage()];
  const { address, foundedIn } = shopFacts();
  const values = { state: address.state, days: shipDays() };
  return (
    <p className={`text-[0.92rem] leading-snug text-ink-soft ${className}`}>
      <span>
        {unbroken(foundedIn === '' ? m.item_made(values) : m.item_made_since({ ...values, year: foundedIn }))}
      </span>{' '}
      {rule && (
        <>
          <span>{rule}</span>{' '}
          <a href={policyPath('refunds')} className="link">
            {m.policy_refunds()}
          </a>
        </>
      )}
    </p>
  );
}
