import * as z from 'zod/mini';
import { blockText, lineText, versionField } from '#shared/core/fields.ts';
import { issueMessage } from '#shared/core/issue.ts';
import { LANGUAGES } from '#shared/core/language.ts';

export const MAX_SUBJECT = 200;
export const MAX_BODY = 20_000;

/** Values of the sender, which every mail has. */
const BRAND = ['brandName', 'brandEmail', 'brandPhone'] as const;
const ORDER = [
  'customerName',
  'orderNumber',
  'orderUrl',
  'orderItems',
  'subtotal',
  'shippingMethod',
  'shippingPromise',
  'shippingCost',
  'totalAmount',
  'shippingAddress',
  'gift',
  'email',
  'phone',
  'preferredLanguage',
] as const;

/**
 * The mails that have a template, with the placeholders of each. To add a mail, add an entry here and its text in
 * brand/emails. The compiler then requires its sample data and its labels in the admin.
 * The confirmation to an inquirer repeats no free text of the form: the address is not verified, and the form could be
 * used to advertise to others.
 */
export const PLACEHOLDERS = {
  wholesale_confirmation: ['contactName', 'businessName', 'storeType', 'email', 'preferredLanguage', ...BRAND],
  wholesale_notification: [
    'businessName',
    'contactName',
    'email',
    'phone',
    'storeType',
    'location',
    'message',
    'preferredLanguage',
    'adminUrl',
    ...BRAND,
  ],
  order_confirmation: [...ORDER, 'shipsWithin', ...BRAND],
  admin_order_notification: [...ORDER, 'shipsWithin', 'adminUrl', ...BRAND],
  shipping_confirmation: [...ORDER, 'carrier', 'trackingNumber', 'trackingUrl', ...BRAND],
  refund_confirmation: [...ORDER, 'refundAmount', ...BRAND],
  order_cancellation: [...ORDER, 'refundNote', ...BRAND],
  order_change: [...ORDER, 'changeNote', ...BRAND],
  order_delay: [...ORDER, 'delayNote', 'delayAnswer', ...BRAND],
} as const satisfies Record<string, readonly string[]>;

export type TemplateKey = keyof typeof PLACEHOLDERS;
export const TEMPLATE_KEYS = Object.keys(PLACEHOLDERS) as [TemplateKey, ...TemplateKey[]];
export type Placeholder = (typeof PLACEHOLDERS)[TemplateKey][number];

/** `{{name}}`, with optional spaces inside the braces. */
export const PLACEHOLDER = /\{\{[ \t]{0,8}([A-Za-z_]\w{0,63})[ \t]{0,8}\}\}/g;

/** Placeholders that this mail does not have, each once, and whether double braces are unbalanced. */
export function checkPlaceholders(
  templateKey: TemplateKey,
  template: { subject: string; body: string },
): { unknownPlaceholders: string[]; unbalanced: boolean } {
  const known: readonly string[] = PLACEHOLDERS[templateKey];
  const unknown = new Set<string>();
  let unbalanced = false;
  for (const text of [template.subject, template.body]) {
    const rest = text.replace(PLACEHOLDER, (_, name: string) => {
      if (!known.includes(name)) unknown.add(name);
      return '';
    });
    if (rest.includes('{{') || rest.includes('}}')) unbalanced = true;
  }
  return { unknownPlaceholders: [...unknown], unbalanced };
}

/**
 * A mail's HTML for a frame in our own pages, without the style element, which our Content-Security-Policy refuses. The
 * styles are inline; the element only serves dark mode and narrow phones.
 */
export function mailForFrame(html: string): string {
  return html.replace(/<style\b[^>]*>[\s\S]*?<\/style>/g, '');
}

/* ---- calls of the admin ---- */

const templateKeyField = z.enum(TEMPLATE_KEYS, 'required');
const languageField = z.enum(LANGUAGES, 'required');

/** POST /api/admin/email-templates/preview and …/test. `body` is Markdown with placeholders. */
export const emailTemplateInputSchema = z.object({
  templateKey: templateKeyField,
  language: languageField,
  subject: lineText(MAX_SUBJECT),
  body: blockText(MAX_BODY, { min: 1 }),
});
export type EmailTemplateInput = z.output<typeof emailTemplateInputSchema>;

const MAX_NAMED = 5;

/** What the mail would show as typed: a placeholder that it does not have, and unbalanced braces. */
const isFilled: z.core.CheckFn<EmailTemplateInput> = ({ value, issues }) => {
  for (const field of ['subject', 'body'] as const) {
    const { unknownPlaceholders, unbalanced } = checkPlaceholders(value.templateKey, {
      subject: '',
      body: value[field],
    });
    const names = unknownPlaceholders.slice(0, MAX_NAMED).map((name) => `{{${name}}}`);
    const message =
      names.length > 0
        ? issueMessage('placeholder_not_in_mail', { names: names.join(', ') })
        : unbalanced
          ? 'braces_unbalanced'
          : null;
    if (message !== null) issues.push({ code: 'custom', message, path: [field], input: value });
  }
};

/** A template that can be saved. */
export const emailTemplateSavedSchema = emailTemplateInputSchema.check(isFilled);

/**
 * POST /api/admin/email-templates also takes the `version` that it changes, 0 for the default template. A stale one is
 * a 409 whose `current` is the saved template, or the default with version 0. A placeholder that the mail does not have
 * is refused.
 */
export const emailTemplateChangeSchema = z
  .object({ ...emailTemplateInputSchema.shape, version: versionField })
  .check(isFilled);
export type EmailTemplateChange = z.output<typeof emailTemplateChangeSchema>;

/** A saved template; `updatedAt` is ISO 8601. */
export const emailTemplateSchema = z.object({
  id: z.string(),
  templateKey: templateKeyField,
  language: languageField,
  subject: z.string(),
  body: z.string(),
  /** Version of the row. */
  version: z.int(),
  updatedAt: z.string(),
});
export type EmailTemplate = z.output<typeof emailTemplateSchema>;

/** A built-in default; GET /api/admin/email-templates/defaults answers all ten. */
export const defaultTemplateSchema = z.object({
  templateKey: templateKeyField,
  language: languageField,
  subject: z.string(),
  body: z.string(),
});
export type DefaultTemplate = z.output<typeof defaultTemplateSchema>;

/** The answer of the preview; show `mailForFrame(html)` in a sandboxed frame. */
export const emailPreviewSchema = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  unknownPlaceholders: z.array(z.string()),
  unbalanced: z.boolean(),
});
export type EmailPreview = z.output<typeof emailPreviewSchema>;
