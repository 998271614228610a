import type { Found } from '#shared/admin/find.ts';
import type { Today } from '#shared/admin/today.ts';
import type { Connection, Executor } from './db/connect.ts';
import type { App } from './deps.ts';
import type { CheckoutDeps } from './features/checkout/service.ts';
import type { ContentKind } from './features/content/kind.ts';
import type { FollowedTimeZone } from './features/facts/time-zone.ts';
import type { LabelDeps } from './features/labels/service.ts';
import type { Booked } from './features/settlement/deps.ts';
import type { StoredSettingsPort } from './features/shop-settings/deps.ts';
import type { VisitCounter } from './features/visits/counter.ts';
import type { ControlCommand } from './plugins/control-socket.ts';
import type { MailShare } from './plugins/limits/mail-share.ts';
import type { Site } from './plugins/pages/site-files.ts';

/** What the server is built from. */
export type AppDeps = Omit<CheckoutDeps, 'features'> &
  LabelDeps & {
    connection: Connection;
    shopSettings: StoredSettingsPort;
    site: Site;
    mailShare: MailShare;
    timeZone: FollowedTimeZone;
    visits: VisitCounter;
    features: readonly Feature[];
    /** What the owner publishes, of all features. */
    kinds: readonly ContentKind[];
  };

/** Work beside the requests; it finishes its current item and stops. */
export type Job = { stop(): Promise<void> };

/** What a feature adds to the server; `server/features.ts` lists all of them. */
export type Feature = {
  /** The files of other features that its files may import, by feature; `scripts/arrows.ts` refuses others. */
  uses?: Readonly<Record<string, readonly string[]>>;
  /** The routes that everybody may call. */
  addPublicRoutes?(app: App, deps: AppDeps): unknown;
  /** The routes under /api/admin; registered after the guard. */
  addAdminRoutes?(app: App, deps: AppDeps): unknown;
  /** The kinds of content that the owner publishes. */
  kinds?: readonly ContentKind[];
  /** Jobs by name, started when the server listens. `null` if the shop does not need the job. */
  jobs?: Readonly<Record<string, (deps: AppDeps) => Job | null | Promise<Job | null>>>;
  /** Runs in the transaction that books an order paid by an owner's link. */
  booked?: Booked;
  /** Runs after each pass of the reconciliation. */
  housekeeping?(deps: AppDeps): readonly (() => Promise<unknown>)[];
  /**
   * How many of its records wait for the owner. Each count reads counters or an index, however many records there are.
   */
  countToday?(deps: AppDeps): Promise<Partial<Today>>;
  /** Finds records by a few letters or digits. At most `most` older matches are sorted if none of the newest match. */
  find?(deps: AppDeps, query: { q: string; limit: number; most: number }): Promise<Partial<Found>>;
  /** Removes what opens a person's account beside the password. */
  removeKeys?(tx: Executor, staffId: string): Promise<void>;
  /** Commands that other programs send through the control socket, by name. */
  commands?(deps: AppDeps): Readonly<Record<string, ControlCommand>>;
};
