import type { Executor } from '#server/db/connect.ts';

/** The fields of one item; plain JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * One item of a publish, with its public fields before and after; `null` if it did not exist before, or does not after.
 */
export type PublicChange = { id: string; before: Fields | null; after: Fields | null };

/**
 * A kind of content that the owner can change, such as products. Everything else, from drafts to undo, is the same for
 * all kinds.
 */
export type ContentKind = {
  kind: string;
  /** The first content, from the files of the brand, by id. */
  defaults: ReadonlyMap<string, Fields>;
  /** The name of an item in lists. */
  nameOf(id: string, fields: Fields): string;
  /**
   * Refuses what may not be public.
   *
   * @param all the public content of this kind after the change
   * @throws AppError with the incomplete fields
   */
  check(changes: readonly PublicChange[], all: ReadonlyMap<string, Fields>): void;
  /** Saved but not ready: the item must be published separately, and "everything" leaves it out. */
  isHeldBack?(fields: Fields): boolean;
  /** Fields that make an item visible in its preview, overriding its own. */
  previewed?: Fields;
  /** The kind with its `derived`, read from tables beside the content; called for each use. */
  prepare?(db: Executor): Promise<ContentKind>;
  /**
   * Fields that nobody saves: `of` computes them from an item's other fields. They are copied when a field of `from` is
   * published, so that a revision has everything that its pages need. If they have changed since, the item counts as
   * changed.
   */
  derived?: { from: readonly string[]; of(fields: Fields): Fields };
  /** The names of the pictures that an item shows, of the brand or uploaded. */
  picturesOf?(fields: Fields): readonly string[];
  /** Not a change by the owner: pages follow it, but it makes no revision. */
  isUnrecorded?: boolean;
};

/**
 * A revision's change of one item: the changed fields with both values. `before` is `null` for a new one, `after` for a
 * deleted one; the other then has all fields. `wasDefault`: until then it followed the brand.
 */
export type RevisionChange = {
  kind: string;
  id: string;
  name: string;
  fields: string[];
  before: Fields | null;
  after: Fields | null;
  wasDefault: boolean;
};
