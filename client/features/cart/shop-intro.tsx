import * as m from '#messages';
import { shipping, shopFacts } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { shipDays } from '../../lib/ship-days.ts';
import { unbroken } from '../../ui/unbroken.tsx';

/** The shop's heading, what ships free, and when orders ship. */
export default function ShopIntro() {
  const language = useLanguage();
  const { free } = shipping();
  return (
    <header className="mb-5 sm:mb-6">
      <noscript>
        <p className="mb-6 rounded-field border-2 border-accent bg-accent/15 px-4 py-3">
          {m.shop_no_script({ phone: shopFacts().phone, email: shopFacts().email })}
        </p>
      </noscript>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-h2">{m.shop_intro_heading()}</h1>
        {free && (
          <p className="rounded-field bg-second-light px-3 py-1.5 text-[0.82rem] leading-snug font-semibold text-balance sm:rounded-full">
            {m.shop_free_shipping_note({ orders: free.orders[language], where: free.where[language] })}
          </p>
        )}
      </div>
      <p className="mt-2">{unbroken(m.shop_intro_text({ days: shipDays() }))}</p>
    </header>
  );
}
