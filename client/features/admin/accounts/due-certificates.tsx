import * as m from '#messages';
import type { Account } from '#shared/accounts/accounts.ts';
import { adminPath } from '#shared/admin/paths.ts';
import { adminKeys } from '../keys.ts';
import { mailtoHref } from '../kit/detail/mailto.ts';
import { pagedRead, useRows } from '../kit/list/rows.ts';
import { TodayList } from '../kit/list/today-list.tsx';
import { certificateMail, certificateMark } from './account-words.ts';

/** Accounts whose resale certificate has ended or will soon. */
export default function DueCertificates() {
  const read = pagedRead(useRows<Account>(adminKeys.accounts, { q: '', status: 'certificate', sort: 'name' }));
  return (
    <TodayList
      read={read}
      all={adminPath('accounts', { status: 'certificate' })}
      row={(account) => {
        const mail = certificateMail(account);
        return {
          path: adminPath('accounts', { open: account.id }),
          title: account.name,
          facts: [certificateMark(account)?.text ?? null],
          action: mail && (
            <a className="link" href={mailtoHref(mail.to, mail.subject)}>
              {m.admin_trade_certificate_ask()}
            </a>
          ),
        };
      }}
    />
  );
}
