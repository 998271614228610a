import type { ComponentProps } from 'react';
import type { Order } from '#shared/orders/admin-orders.ts';
import type { Label } from '#shared/shipping/labels.ts';
import { type ButtonLook, buttonClass } from '../../../../ui/button.tsx';
import { adminKeys } from '../../keys.ts';
import { AdminIcon } from '../../kit/admin-icons.tsx';

/** The PDF of one label. */
export const labelPdfPath = (order: Order, label: Label) => `${adminKeys.orders[0]}/${order.id}/labels/${label.id}/pdf`;

/** The usable labels of these orders, in one file. */
export const labelsPdfPath = (orders: readonly Order[]) =>
  `/api/admin/labels.pdf?orders=${orders.map(({ id }) => id).join()}`;

/** Opens a PDF to print. */
export function PdfLink({
  variant = 'secondary',
  children,
  ...link
}: ComponentProps<'a'> & Pick<ButtonLook, 'variant'>) {
  return (
    <a {...link} className={buttonClass({ size: 'small', variant })} target="_blank" rel="noreferrer">
      <AdminIcon name="print" />
      {children}
    </a>
  );
}
