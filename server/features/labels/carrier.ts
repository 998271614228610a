import type { Parcel } from '#server/features/shipping/rate-source.ts';
import type { Carrier } from '#shared/shipping/carriers.ts';
import type { LabelSize, ParcelState } from '#shared/shipping/labels.ts';

/** The input for buying a label. */
export type LabelRequest = { parcel: Parcel; recipient: { name: string; phone: string; email: string } };

/** A label on offer; `rateId` identifies it at the provider. `days` are business days. */
export type LabelOffer = { rateId: string; carrier: Carrier; service: string; costCents: number; days: number | null };
/** The carrier's refusal, as its message or a code of `labelSchema`: nothing was bought. */
export type Refusal = { refused: string };
/** `id` is the provider's. */
export type BoughtLabel = { id: string; trackingNumber: string };

/** A scan by the carrier; `at` is the carrier's time, `place` a city. */
export type ParcelEvent = { state: ParcelState; at: Date; place: string | null };

/** The facts of a bought label, for `readPdf`, `track` and `voidLabel`. */
export type LabelFacts = {
  id: string;
  providerLabelId: string;
  carrier: string;
  service: string;
  trackingNumber: string;
  size: LabelSize;
  createdAt: Date;
};

/** Sells labels. The result of a `buy` that throws is unknown: it is never repeated, but looked up with `find`. */
export type LabelCarrier = {
  name: 'table' | 'shippo';
  /**
   * The offers, cheapest first, or a refusal if there is none. Buys nothing. @throws AppError `rates_failed` and others
   */
  listOffers(request: LabelRequest): Promise<LabelOffer[] | Refusal>;
  /** @param labelId our own id of the label, which the provider stores */
  buy(labelId: string, offer: LabelOffer, size: LabelSize): Promise<BoughtLabel | Refusal>;
  /**
   * The result of a purchase; `null` when the provider does not know it, or has not decided. @param since when we asked
   */
  find(labelId: string, since: Date): Promise<BoughtLabel | Refusal | null>;
  /** @param recipient lines of the address */
  readPdf(label: LabelFacts, recipient: readonly string[]): Promise<Buffer>;
  /** Requests a refund, or returns the state of the request. @param voidId of an earlier request */
  voidLabel(
    label: LabelFacts,
    voidId: string | null,
  ): Promise<{ id: string | null; state: 'voided' | 'pending' | 'refused' }>;
  /** All scans so far, in any order. @param now the shop's clock */
  track(label: LabelFacts, now: Date): Promise<ParcelEvent[]>;
};
