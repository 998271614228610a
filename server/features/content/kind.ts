import type { Executor } from '#server/db/connect.ts';

/** The fields of one thing; plain JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** One thing of a publish, with its public fields before and after; `null` when it was or is not there. */
export type PublicChange = { id: string; before: Fields | null; after: Fields | null };

/**
 * A kind of content that the owner can change, such as products. Everything else, from drafts to undo, is the same for
 * all kinds.
 */
export type ContentKind = {
  kind: string;
  /** The first content, from the files of the brand, by id. */
  defaults: ReadonlyMap<string, Fields>;
  /** How lists name it. */
  nameOf(id: string, fields: Fields): string;
  /**
   * Refuses what may not be public.
   *
   * @param all the public content of this kind after the change
   * @throws AppError with the fields that lack something
   */
  check(changes: readonly PublicChange[], all: ReadonlyMap<string, Fields>): void;
  /** Something saved that is not ready: it waits for a publish of its own, and is left out of "everything". */
  isHeldBack?(fields: Fields): boolean;
  /** What makes a thing show in a preview of it, whatever its own fields say. */
  previewed?: Fields;
  /** The kind with its `derived`, read from tables beside the content; asked for anew by each use. */
  prepare?(db: Executor): Promise<ContentKind>;
  /**
   * Fields that nobody saves: `of` computes them from a thing's other fields. They are copied when a field of `from`
   * goes public, so that a revision has all that its pages need; where they have changed since, the thing counts as
   * changed.
   */
  derived?: { from: readonly string[]; of(fields: Fields): Fields };
  /** The names of the pictures that a thing shows, of the brand or uploaded. */
  picturesOf?(fields: Fields): readonly string[];
  /** Not a change by the owner: pages follow it, and it makes no revision. */
  isUnrecorded?: boolean;
};

/**
 * What a revision did to one thing: the changed fields with both values. `before` is `null` for one that was new, `after`
 * for one that was taken away; the other then has all fields. `wasDefault`: until then it followed the brand.
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
