import type { Config } from '#server/config.ts';
import type { CurrentFacts } from './kinds.ts';

/** The settings, in which the owner's mailbox is that of the published facts, as of now, unless `OWNER_EMAIL` names one. */
export function withOwnerMailbox(config: Config, facts: CurrentFacts): Config {
  if (config.isOwnerEmailSet) return config;
  return Object.defineProperty({ ...config }, 'ownerEmail', { enumerable: true, get: () => facts().email });
}
