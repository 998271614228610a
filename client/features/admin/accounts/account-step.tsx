import { Link, useLocation } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import type { Inquiry } from '#shared/wholesale/admin-wholesale.ts';
import { Button } from '../../../ui/button.tsx';
import { useAccountsOf, useMakeAccount } from './api.ts';

/** Makes an account from an inquiry; once it is there, leads to it. */
export function AccountStep({ inquiry: { id, status } }: { inquiry: Inquiry }) {
  const accounts = useAccountsOf(id);
  const [, navigate] = useLocation();
  const making = useMakeAccount((account) => navigate(adminPath('accounts', { open: account.id })));
  if (!accounts) return null;
  const [account] = accounts;
  if (account) {
    return (
      <p className="mt-4 flex flex-wrap items-center gap-x-4">
        <span>{m.admin_trade_has()}</span>
        <Link href={adminPath('accounts', { open: account.id })} className="text-button">
          {m.admin_trade_to()}
        </Link>
      </p>
    );
  }
  return (
    <Button
      size="small"
      variant="secondary"
      className="mt-4"
      isPending={making.isPending}
      onClick={() => making.mutate(id)}
    >
      {status === 'approved' ? m.admin_trade_make_now() : m.admin_trade_make()}
    </Button>
  );
}
