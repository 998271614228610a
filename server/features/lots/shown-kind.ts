import type { ContentKind } from '#server/features/content/kind.ts';
import type { Localized } from '#shared/core/language.ts';

export const SHOWN_RECALLS_ID = 'all';
/** The notice on the page of each recalled product. */
export type ShownRecalls = Readonly<Record<string, Localized>>;
/** The only item of its kind: the notices of running recalls. It follows the recalls; nobody publishes it. */
export const shownRecallKind: ContentKind = {
  kind: 'shown_recalls',
  defaults: new Map([[SHOWN_RECALLS_ID, { notices: {} }]]),
  nameOf: () => 'shown_recalls',
  check: () => {},
  isUnrecorded: true,
};
