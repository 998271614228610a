import { facts } from '#brand/facts.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { InquiryForEmail, OrderForEmail } from '#server/features/emails/values.ts';
import { NO_AMOUNTS } from '#shared/core/amount-fields.ts';

/** An order for the mails: two boxes of 40 to Miami, shipping free. */
export function anOrderForEmail(changes: Partial<OrderForEmail> = {}): OrderForEmail {
  return {
    id: crypto.randomUUID(),
    number: 1042,
    customerName: 'María Fernández',
    email: 'maria@customer.example',
    phone: '305-555-0111',
    addressLine1: '100 Ocean Drive',
    addressLine2: null,
    city: 'Miami',
    state: 'FL',
    zipCode: '33139',
    lines: [{ id: 'box40', name: 'Box of 40 individual sandwiches', names: null, quantity: 2, unitPriceCents: 1999 }],
    ...NO_AMOUNTS,
    shippingCost: '0.00',
    shippingMethod: 'Ground Advantage',
    shippingCarrier: 'USPS',
    shipBy: '2026-11-24',
    arriveBy: '2026-12-01',
    totalAmount: '39.98',
    preferredLanguage: 'en',
    statusToken: 'token-of-the-order',
    ...changes,
  };
}

/** An inquiry for the mails. */
export function anInquiryForEmail(changes: Partial<InquiryForEmail> = {}): InquiryForEmail {
  return {
    businessName: 'La Carreta Gas',
    contactName: 'Jorge Díaz',
    email: 'jorge@store.example',
    phone: '305-555-0112',
    storeType: 'gas-station',
    location: 'Kendall',
    message: 'Two displays, please',
    preferredLanguage: 'en',
    ...changes,
  };
}

/** Settings for mail tests; with `smtpUrl` mails are queued, without it they are stored. */
export function mailConfig(smtpUrl?: string, env: Record<string, string> = {}): Config {
  const smtp = smtpUrl
    ? { SMTP_URL: smtpUrl, MAIL_FROM: 'Doña Guayaba <hola@shop.example>', OWNER_EMAIL: 'owner@shop.example' }
    : {};
  return readConfig({ PUBLIC_URL: 'https://www.shop.example', ...smtp, ...env }, facts);
}
