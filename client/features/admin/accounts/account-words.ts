import * as m from '#messages';
import { type Account, type AccountAddress, certificateState, type Terms } from '#shared/accounts/accounts.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import type { StatusLabels } from '../kit/labels.ts';
import { dayText } from '../taxes/tax-words.ts';

export const termsLabels: Readonly<Record<Terms, () => string>> = {
  prepaid: m.admin_trade_terms_prepaid,
  net15: m.admin_trade_terms_net15,
  net30: m.admin_trade_terms_net30,
};

type Hold = 'open' | 'on_hold';
export const holdLabels: StatusLabels<Hold> = {
  open: { tone: 'green', label: m.admin_trade_open },
  on_hold: { tone: 'red', label: m.admin_trade_on_hold },
};
export const holdOf = ({ isOnHold }: Account): Hold => (isOnHold ? 'on_hold' : 'open');

/** Whether the certificate has to be asked for again; `null` if not. */
export function certificateMark(account: Account): { tone: BadgeTone; text: string } | null {
  const date = dayText(account.certificate?.endsOn ?? shopDay(new Date()));
  switch (certificateState(account, shopDay(new Date()))) {
    case 'due':
      return { tone: 'yellow', text: m.admin_trade_certificate_ends({ date }) };
    case 'ended':
      return { tone: 'red', text: m.admin_trade_certificate_ended({ date }) };
    default:
      return null;
  }
}

/** The lines of an address as on a label. */
export const addressLines = ({ label, addressLine1, addressLine2, city, state, zipCode }: WrittenAddress): string[] =>
  [label, addressLine1, addressLine2, `${city}, ${state} ${zipCode}`].filter((line) => line !== null);
type WrittenAddress = Omit<AccountAddress, 'state'> & { state: string };

export const cityOf = ({ addresses: [first] }: { addresses: readonly { city: string; state: string }[] }): string =>
  first ? `${first.city}, ${first.state}` : '';

/** Asks for a new certificate, in the language of the account's first person. */
export function certificateMail({ name, people: [person] }: Account) {
  if (!person) return null;
  const locale = person.language;
  return {
    to: person.email,
    subject: m.admin_trade_certificate_mail({ name }, { locale }),
  };
}
