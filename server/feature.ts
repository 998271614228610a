import type { Connection } from './db/connect.ts';
import type { App } from './deps.ts';
import type { CheckoutDeps } from './features/checkout/service.ts';
import type { ContentKind } from './features/content/kind.ts';
import type { LabelDeps } from './features/labels/service.ts';
import type { MailShare } from './plugins/mail-share.ts';
import type { Site } from './plugins/site-files.ts';

/** What the server is made of. */
export type AppDeps = CheckoutDeps &
  LabelDeps & {
    connection: Connection;
    site: Site;
    mailShare: MailShare;
    features: readonly Feature[];
    /** What the owner publishes, of all features. */
    kinds: readonly ContentKind[];
  };

/** What a feature adds to the server; `server/features.ts` lists all of them. */
export type Feature = {
  /** The routes that everybody may call. */
  addPublicRoutes?(app: App, deps: AppDeps): unknown;
  /** The routes under /api/admin; registered after the guard. */
  addAdminRoutes?(app: App, deps: AppDeps): unknown;
  /** The kinds of content that the owner publishes. */
  kinds?: readonly ContentKind[];
};
