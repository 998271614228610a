import type { Config } from '#server/config.ts';
import type { CurrentFacts } from './kinds.ts';

/** The settings with the owner's current mailbox: that of the published facts, unless `OWNER_EMAIL` is set. */
export function withOwnerMailbox(config: Config, facts: CurrentFacts): Config {
  if (config.isOwnerEmailSet) return config;
  return Object.defineProperty({ ...config }, 'ownerEmail', { enumerable: true, get: () => facts().email });
}
