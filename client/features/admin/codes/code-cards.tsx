import { facts } from '#brand/facts.ts';
import logo from '#brand/images/logo-compact.svg?url';
import * as m from '#messages';
import type { DiscountCode } from '#shared/checkout/codes.ts';
import { LANGUAGES, type Language, LOCALES } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import { PrintSheets } from '../kit/detail/print-sheets.tsx';
import { cardEffectOf } from './code-words.ts';
import { linkOf } from './link.ts';
import { QrCode } from './qr-code.tsx';

/** As many as fit on a letter-size sheet with space for cutting. */
const CARDS_A_SHEET = 8;

/**
 * Prints a sheet of cards to cut out and hand out: the effect of the code in every language, and a QR code of its link.
 */
export default function PrintCards({ code, onClose }: { code: DiscountCode; onClose: () => void }) {
  return (
    <PrintSheets onDone={onClose}>
      <div className="slip code-cards">
        {Array.from({ length: CARDS_A_SHEET }, (_, i) => i).map((i) => (
          <Card key={i} code={code} />
        ))}
      </div>
    </PrintSheets>
  );
}

function Card({ code }: { code: DiscountCode }) {
  const link = linkOf(code, 'qr');
  return (
    <article className="code-card">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <img src={logo} alt={facts.name} width="927" height="160" className="h-6 w-auto self-start" />
        {LANGUAGES.map((language) => (
          <p key={language} lang={language} className="leading-tight">
            <strong className="block text-base leading-tight">{cardEffectOf(code, language)}</strong>
            <span className="text-[0.76rem]">{conditionsOf(code, language)}</span>
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

function conditionsOf({ minimum, endsAt }: DiscountCode, language: Language): string {
  const inLanguage = { locale: language } as const;
  const date =
    endsAt &&
    new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: shopZone() }).format(new Date(endsAt));
  return [
    minimum !== null &&
      minimum > 0 &&
      m.admin_code_card_minimum({ amount: formatPrice(minimum, language) }, inLanguage),
    date && m.admin_code_card_until({ date }, inLanguage),
  ]
    .filter(Boolean)
    .join(' ');
}
