import { describe, expect, test } from 'vitest';
import en from '#brand/texts/en/admin/orders.json' with { type: 'json' };
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { cancelToast, delayToast, messageToast, shipMailText, trackingToast } from './mail-toasts.ts';

const said = ({ title, description = '' }: { title: string; description?: string }) => `${title} ${description}`.trim();
const STATES = ['queued', 'stored', 'none'] as const;

/** What a sentence claims about a mail. */
const claimOf = (text: string) => {
  if (/mail server|is not set up/.test(text)) return 'stored';
  if (/No (email|letter)|told this|knows this/.test(text)) return 'none';
  return /email|letter/i.test(text) ? 'queued' : 'nothing';
};

describe('E17 a toast about a mail is true in every state', () => {
  test.each(STATES)('a tracking number whose mail is %s', (mail) => {
    for (const status of ['shipped', 'cancelled'] as const) {
      const text = said(trackingToast({ mail, status }));
      if (mail === 'none') expect(text).not.toContain(en.admin_tracking_added_text);
      else expect(claimOf(text), text).toBe(mail);
    }
    expect(said(trackingToast({ mail: 'queued', status: 'shipped' }))).toContain(en.admin_tracking_added_text);
    expect(said(trackingToast({ mail: 'none', status: 'cancelled' }))).toContain(en.admin_tracking_cancelled_text);
    expect(said(trackingToast({ mail: 'none', status: 'shipped' }))).toContain(en.admin_tracking_told_text);
  });

  test.each(STATES)('many numbers and many letters whose mails are %s', (mail) => {
    for (const text of [shipMailText([mail, mail]), said(delayToast([mail, mail]))]) {
      expect(claimOf(text), text).toBe(mail);
      if (mail !== 'none') expect(text).toContain('2');
    }
  });

  test('of mails in several states only those that go out are counted', () => {
    expect(shipMailText(['none', 'queued', 'none'])).toBe('Shipping emails on their way: 1.');
    expect(said(delayToast(['none', 'queued', 'queued']))).toContain('2 letters are on their way');
    expect(said(delayToast(['none', 'queued']))).toContain('1 letter is on its way');
    expect(said(delayToast(['none', 'stored']))).toContain('1 letter waits in the outbox');
    expect([shipMailText([]), claimOf(said(delayToast([])))]).toEqual(['', 'none']);
  });

  test('a message to a customer', () => {
    expect(claimOf(said(messageToast({ mail: 'queued' }, 'ana@shopper.example')))).toBe('queued');
    expect(claimOf(said(messageToast({ mail: 'stored' }, 'ana@shopper.example')))).toBe('stored');
  });

  test('a cancelled order: money and mail are mentioned only if there are any', () => {
    const mail = (status: string, templateKey = 'order_cancellation') =>
      ({ status, templateKey }) as OrderDetail['emails'][number];
    const said0 = (refundedAmount: string, emails: OrderDetail['emails']) =>
      cancelToast({ refundedAmount: '5.00' }, { refundedAmount, emails }).description;
    const { admin_cancel_order_money: money, admin_cancel_order_mailed: mailed } = en;
    const { admin_message_stored_text: stored, admin_ship_no_mail: none } = en;
    expect(said0('19.99', [mail('queued')])).toBe(`${money} ${mailed}`);
    expect(said0('19.99', [mail('sent'), mail('stored', 'refund_confirmation')])).toBe(`${money} ${mailed}`);
    expect(said0('19.99', [mail('stored')])).toBe(`${money} ${stored}`);
    expect(said0('5.00', [mail('queued')])).toBe(mailed);
    expect(said0('5.00', [mail('sent', 'order_confirmation')])).toBe(none);
  });
});
