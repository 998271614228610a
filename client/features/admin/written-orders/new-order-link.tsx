import { Link } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { OwnerOnly } from '../kit/role.tsx';

/** Leads to a new order with the items and the customer of another one, or for a customer. */
export function NewOrderLink({ again, customer }: { again?: string; customer?: string }) {
  const query = { ...(again && { again }), ...(customer && { customer }) };
  return (
    <OwnerOnly>
      <ButtonLink variant="quiet" size="small" href={adminPath('written', { open: 'new', ...query })}>
        {again ? m.admin_written_again() : m.admin_written_new()}
      </ButtonLink>
    </OwnerOnly>
  );
}

/** Above the list of orders: a new one, and the pay links, which a phone shows behind the form of a new one. */
export function NewOrderLinks() {
  return (
    <OwnerOnly>
      <Link className="text-button" href={adminPath('written', { open: 'new' })}>
        {m.admin_written_new()}
      </Link>
      <Link className="text-button max-sm:hidden" href={adminPath('written')}>
        {m.admin_screen_written()}
      </Link>
    </OwnerOnly>
  );
}
