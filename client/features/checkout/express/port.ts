import type { AddressDraft, Payment } from '../checkout-machine.ts';
import type { PaymentOutcome } from '../payment/port.ts';

/** The address that a wallet shows before the shopper has authorized the payment. `country` is an ISO code. */
export type WalletPlace = Pick<AddressDraft, 'city' | 'state' | 'zipCode'> & { country: string };
/** Buyer and address, known after the authorization. */
export type WalletBuyer = WalletPlace &
  Pick<AddressDraft, 'fullName' | 'email' | 'phone' | 'addressLine1' | 'addressLine2'>;

/** A shipping rate in the wallet's sheet; `amountCents` in US cents. */
export type SheetRate = { id: string; label: string; detail: string; amountCents: number };
/**
 * The content of a wallet's sheet, amounts in US cents. The total is the sum of the lines and the first rate, which is
 * the chosen one. Without an address there are no rates.
 */
export type Sheet = { totalCents: number; lines: { label: string; amountCents: number }[]; rates: SheetRate[] };

/** Why the sheet must not pay; the page shows the details. */
export type WalletRefusal = 'invalid_shipping_address' | 'address_unserviceable' | 'fail';

/** The shop's side of every provider's sheet. The wallet calls it when the shopper acts. */
export type Wallet = {
  /** The sheet was opened. */
  open: () => Sheet;
  /** Another address was chosen. @returns `null` when nothing can be shipped there */
  changePlace: (place: WalletPlace) => Promise<Sheet | null>;
  /** Another rate was chosen. @returns `null` for an unknown one */
  changeRate: (id: string) => Sheet | null;
  /**
   * The shopper has authorized the payment. Starts the payment, and confirms it if it charges exactly what the sheet
   * shows. A second call while the first is running gets the same result.
   *
   * @returns `null` after `confirm`, whose outcome the page handles
   */
  pay: (buyer: WalletBuyer, confirm: (payment: Payment) => Promise<PaymentOutcome>) => Promise<WalletRefusal | null>;
};

/** The props of every provider's button. */
export type WalletButtonProps = {
  wallet: Wallet;
  publishableKey?: string | undefined;
  /** Called when the button is shown, or with `false` when this browser has no wallet. */
  onReady: (isAvailable: boolean) => void;
};
