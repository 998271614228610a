import type { ComponentType } from 'react';

/** A part of a page whose code may stay away: see `ui/dormant.tsx`. */
export type DormantPart = { Awake?: ComponentType; wake: () => Promise<void> };

const parts: DormantPart[] = [];

/** Names a part by the import of its file, whose default export it is; at module level, once. */
export function dormantPart(load: () => Promise<{ default: ComponentType }>): DormantPart {
  const part: DormantPart = {
    wake: () =>
      load().then((module) => {
        part.Awake = module.default;
      }),
  };
  parts.push(part);
  return part;
}

/** Fetches what is still asleep on the pages that are here: before a page is rendered without its document. */
export async function wakeAll(): Promise<void> {
  await Promise.all(parts.map((part) => part.Awake ?? part.wake()));
}
