import { facts as brand } from '#brand/facts.ts';
import { escapeHtml } from '#server/html.ts';
import { type PolicyKind, policyPath } from '#shared/content/policy-page.ts';
import type { PublicFacts } from '#shared/content/shop-facts.ts';
import { type Language, languageQuery } from '#shared/core/language.ts';
import type { MailLook } from '#shared/emails/mail-look.ts';
import type { MailWord } from '#shared/emails/mail-words.ts';
import type { Say } from '../words.ts';

/** Dark mode and narrow phones, for programs that support a style element; all others use the style attributes. */
const styleOf = (look: MailLook) => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:620px){.pad{padding:28px 20px!important}.edge{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){${darkRules(look, '')}}
`;
/**
 * Outlook on the web marks its dark mode this way. Separate from the rest, because Gmail drops a whole style element
 * when it rejects a part of it.
 */
const outlookStyleOf = (look: MailLook) => `
${darkRules(look, '[data-ogsc] ')}
`;
/**
 * Hides the preview line by a class. Spam filters count text hidden by a style attribute, text in the background's
 * colour or without size, and invisible characters. A program without style elements shows it as a first line.
 */
const PREHEADER_STYLE = '.preheader{display:none;mso-hide:all}';

function darkRules({ dark }: MailLook, scope: string): string {
  return [
    `${scope}.ground{background-color:${dark.ground}!important}`,
    `${scope}.card{background-color:${dark.card}!important}`,
    `${scope}.panel{background-color:${dark.panel}!important}`,
    `${scope}.ink{color:${dark.ink}!important}`,
    `${scope}.soft{color:${dark.inkSoft}!important}`,
    `${scope}.brand{color:${dark.brand}!important}`,
    `${scope}.link{color:${dark.link}!important}`,
    `${scope}.rule{border-color:${dark.line}!important}`,
  ].join('');
}

/** The shop's contact details. */
export type MailFacts = Pick<PublicFacts, 'legalName' | 'address' | 'phone' | 'email' | 'social'> &
  Partial<Pick<PublicFacts, 'name'>>;

/** The end of a mail to a customer: links to the policies, and the refund rule if it is about an order. */
export type Foot = { refundRule: string | null };

const POLICIES = [
  ['refunds', 'refunds'],
  ['shipping', 'policyShipping'],
  ['privacy', 'privacy'],
  ['terms', 'terms'],
] as const satisfies readonly (readonly [PolicyKind, MailWord])[];

/** The parts of a mail's layout, independent of its template. */
type Frame = {
  language: Language;
  publicUrl: string;
  say: Say;
  facts: MailFacts;
  look: MailLook;
  foot: Foot | null;
};

function policyUrls({ language, publicUrl, say }: Frame): { url: string; name: string }[] {
  return POLICIES.map(([kind, word]) => ({
    url: `${publicUrl}${policyPath(kind)}${languageQuery(language)}`,
    name: say(word),
  }));
}

const smallStyle = (look: Frame['look']) =>
  `font-family:${look.textFont};font-size:14px;line-height:1.6;color:${look.inkSoft};`;

/** Who sends the mail, and the policies. */
function footOf(frame: Frame): string {
  const { publicUrl, say, facts, look } = frame;
  const small = smallStyle(look);
  const link = (href: string, label: string) =>
    `<a class="link" href="${escapeHtml(href)}" style="color:${look.link};text-decoration:underline;">${escapeHtml(label)}</a>`;
  const { address } = facts;
  const profiles = [[facts.social.instagram, 'Instagram'] as const, [facts.social.tiktok, 'TikTok'] as const].flatMap(
    ([url, name]) => (url === '' ? [] : [link(url, name)]),
  );
  const paragraph = (html: string) => `\n<p class="soft" style="margin:12px 0 0;${small}">${html}</p>`;
  const policies = policyUrls(frame).map(({ url, name }) => link(url, name));
  const foot = frame.foot
    ? (frame.foot.refundRule ? paragraph(escapeHtml(frame.foot.refundRule)) : '') +
      paragraph(policies.join(' &nbsp;·&nbsp; '))
    : '';
  return `<p class="brand" style="margin:0 0 8px;font-family:${look.displayFont};font-size:18px;line-height:1.2;color:${look.brand};">${escapeHtml(say('tagline'))}</p>
<p class="soft" style="margin:0;${small}">${escapeHtml(facts.legalName)}<br>${escapeHtml(`${address.street}, ${address.city}, ${address.state} ${address.zipCode}`)}<br>${escapeHtml(facts.phone)}<br>${link(`mailto:${facts.email}`, facts.email)}</p>
<p class="soft" style="margin:12px 0 0;${small}">${[link(`${publicUrl}/`, new URL(publicUrl).host), ...profiles].join(' &nbsp;·&nbsp; ')}</p>${foot}`;
}

/** The branded layout of every mail: tables and style attributes for Outlook, 600 px wide if there is space. */
export function emailDocument(
  frame: Frame,
  mail: {
    subject: string;
    preheader: string;
    /** Safe HTML. */
    content: string;
  },
): string {
  const { language, publicUrl, facts, look } = frame;
  const { logo, header } = look;
  const small = smallStyle(look);
  return `<!DOCTYPE html>
<html lang="${language}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${escapeHtml(mail.subject)}</title>
<style>${styleOf(look)}</style>
<style>${outlookStyleOf(look)}</style>
<style>${PREHEADER_STYLE}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${look.ground};-webkit-text-size-adjust:100%;">
<p class="preheader soft" style="margin:0;padding:12px 12px 0;text-align:center;${small}">${escapeHtml(mail.preheader)}</p>
<table role="presentation" class="ground" width="100%" border="0" cellpadding="0" cellspacing="0" bgcolor="${look.ground}" style="width:100%;background-color:${look.ground};">
<tbody><tr><td align="center" style="padding:24px 12px;">
<!--[if mso]><table role="presentation" width="600" border="0" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;">
<tbody><tr><td class="edge" bgcolor="${header}" style="padding:22px 40px;background-color:${header};border-bottom:4px solid ${look.accent};border-radius:12px 12px 0 0;">
<a href="${escapeHtml(publicUrl)}/" style="text-decoration:none;"><img src="${escapeHtml(publicUrl + logo.path)}" width="${logo.width}" height="${logo.height}" alt="${escapeHtml(facts.name ?? brand.name)}" style="display:block;border:0;width:${logo.width}px;max-width:100%;height:auto;font-family:${look.displayFont};font-size:26px;line-height:38px;color:${header === look.brand ? look.onBrand : look.brand};"></a>
</td></tr>
<tr><td class="card pad" bgcolor="${look.card}" style="padding:40px 40px 28px;background-color:${look.card};text-align:left;">
${mail.content}
</td></tr>
<tr><td class="panel edge" bgcolor="${look.panel}" style="padding:24px 40px 28px;background-color:${look.panel};border-radius:0 0 12px 12px;text-align:left;">
${footOf(frame)}
</td></tr></tbody>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></tbody>
</table>
</body>
</html>
`;
}

/** The end of the plain text part. Mail programs treat `-- ` as the start of a signature. */
export function textFooter(frame: Frame): string {
  const { publicUrl, say, facts, foot } = frame;
  const { address } = facts;
  return [
    '-- ',
    `${facts.legalName} · ${say('tagline')}`,
    `${address.street}, ${address.city}, ${address.state} ${address.zipCode}`,
    `${facts.phone} · ${facts.email}`,
    `${publicUrl}/`,
    ...(foot ? [foot.refundRule ?? [], policyUrls(frame).map(({ url, name }) => `${name}: ${url}`)].flat(2) : []),
  ].join('\n');
}
