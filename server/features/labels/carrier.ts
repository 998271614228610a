import type { Parcel } from '#server/features/shipping/rate-source.ts';
import type { Carrier } from '#shared/shipping/carriers.ts';
import type { LabelSize, ParcelState } from '#shared/shipping/labels.ts';

/** What a label is for. */
export type LabelRequest = { parcel: Parcel; recipient: { name: string; phone: string; email: string } };

/** A label that can be bought; `rateId` names it at the provider. `days` are business days. */
export type LabelOffer = { rateId: string; carrier: Carrier; service: string; costCents: number; days: number | null };
/** The carrier's refusal, in its words or as one of the codes of `labelSchema`: nothing was bought. */
export type Refusal = { refused: string };
/** `id` names it at the provider. */
export type BoughtLabel = { id: string; trackingNumber: string };

/** What the carrier saw; `at` is the time that it says, `place` a city. */
export type ParcelEvent = { state: ParcelState; at: Date; place: string | null };

/** What a label was bought with, for `readPdf`, `track` and `voidLabel`. */
export type LabelFacts = {
  id: string;
  providerLabelId: string;
  carrier: string;
  service: string;
  trackingNumber: string;
  size: LabelSize;
  createdAt: Date;
};

/**
 * Sells labels. A `buy` that throws has no known result: it is never repeated, `find` says what became of it.
 */
export type LabelCarrier = {
  name: 'table' | 'shippo';
  /** What can be bought, cheapest first; a refusal when nothing can. Buys nothing. @throws AppError `rates_failed` and others */
  listOffers(request: LabelRequest): Promise<LabelOffer[] | Refusal>;
  /** @param labelId our own id of the label, kept by the provider */
  buy(labelId: string, offer: LabelOffer, size: LabelSize): Promise<BoughtLabel | Refusal>;
  /** What became of a purchase; `null` when the provider does not know of one, or has not decided. @param since when we asked */
  find(labelId: string, since: Date): Promise<BoughtLabel | Refusal | null>;
  /** @param recipient lines of the address */
  readPdf(label: LabelFacts, recipient: readonly string[]): Promise<Buffer>;
  /** Asks for the money back, or how that stands. @param voidId of an earlier request */
  voidLabel(
    label: LabelFacts,
    voidId: string | null,
  ): Promise<{ id: string | null; state: 'voided' | 'pending' | 'refused' }>;
  /** Everything that the carrier saw so far, in any order. @param now the shop's clock */
  track(label: LabelFacts, now: Date): Promise<ParcelEvent[]>;
};
