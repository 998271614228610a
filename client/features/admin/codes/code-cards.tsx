import { useQuery } from '@tanstack/react-query';
import logo from '#brand/images/logo-compact.svg?url';
import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import type { DiscountCode } from '#shared/checkout/codes.ts';
import { LANGUAGES, type Language, LOCALES } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import { adminKeys } from '../keys.ts';
import { PrintSheets } from '../kit/detail/print-sheets.tsx';
import { shopLogo, shopName } from '../kit/shop-look.ts';
import { nameOf } from '../products/product-names.ts';
import { anyOf, cardEffectOf } from './code-words.ts';
import { linkOf } from './link.ts';
import { QrCode } from './qr-code.tsx';

/** As many of a business card's size as fit on a letter-size sheet with space for cutting. */
const CARDS_A_SHEET = 8;

/**
 * Prints a sheet of cards to hand out: the effect of the code in every language, and a QR code of its link.
 */
export default function PrintCards({ code, onClose }: { code: DiscountCode; onClose: () => void }) {
  const { data } = useQuery<AdminProduct[]>({ queryKey: adminKeys.products, enabled: code.products !== null });
  // The print begins when the sheet is there.
  if (code.products !== null && !data) return null;
  const only = (language: Language) =>
    anyOf(
      (data ?? []).filter(({ id }) => code.products?.includes(id)).map((product) => nameOf(product, language)),
      language,
    );
  return (
    <PrintSheets onDone={onClose}>
      <div className="slip grid auto-rows-[2.4in] grid-cols-[1fr_1fr]">
        {Array.from({ length: CARDS_A_SHEET }, (_, i) => i).map((i) => (
          <Card key={i} code={code} only={only} />
        ))}
      </div>
    </PrintSheets>
  );
}

function Card({ code, only }: { code: DiscountCode; only: (language: Language) => string }) {
  const link = linkOf(code, 'qr');
  return (
    <article className="code-card flex break-inside-avoid gap-[0.12in] overflow-hidden border border-dashed border-[#999] p-[0.16in]">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <img src={logo} alt={shopName()} width="927" height="160" className="h-6 w-auto self-start" {...shopLogo()} />
        {LANGUAGES.map((language) => (
          <p key={language} lang={language} className="leading-tight">
            <strong className="block text-base leading-tight">{cardEffectOf(code, language)}</strong>
            <span className="text-[0.76rem]">{conditionsOf(code, only(language), language)}</span>
          </p>
        ))}
        <p className="mt-auto font-bold tracking-wide break-all">{code.code}</p>
      </div>
      <div className="w-[1.35in] shrink-0 self-center text-center">
        <QrCode text={link} label={link} className="block w-full" />
        <p className="text-[0.7rem] leading-tight break-words">
          {LANGUAGES.map((language) => m.admin_code_card_scan({}, { locale: language })).join(' · ')}
          <br />
          {new URL(link).host}
        </p>
      </div>
    </article>
  );
}

function conditionsOf({ minimum, endsAt }: DiscountCode, products: string, language: Language): string {
  const inLanguage = { locale: language } as const;
  const date =
    endsAt &&
    new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: shopZone() }).format(new Date(endsAt));
  return [
    products && m.admin_code_card_products({ products }, inLanguage),
    minimum !== null &&
      minimum > 0 &&
      m.admin_code_card_minimum({ amount: formatPrice(minimum, language) }, inLanguage),
    date && m.admin_code_card_until({ date }, inLanguage),
  ]
    .filter(Boolean)
    .join(' ');
}
