import { Link } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import { OwnerOnly } from '../kit/role.tsx';

/** Leads to the journal's lines about one thing. */
export function HistoryLink({ kind, id }: { kind: 'order' | 'product' | 'inquiry' | 'account'; id: string }) {
  return (
    <OwnerOnly>
      <p className="mt-4">
        <Link className="link" href={adminPath('journal', { subject: `${kind}:${id}` })}>
          {m.admin_journal_history()}
        </Link>
      </p>
    </OwnerOnly>
  );
}
