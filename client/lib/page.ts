import type { ComponentType } from 'react';

/** Title and description in the current language. */
type Head = { title: () => string; description: () => string };
/** The exports of a page's file: its component, and its head, which may differ by path. */
export type Page = { default: ComponentType; head: Head | ((path: string) => Head) };

export function headOf({ head }: Page, path: string): Head {
  return typeof head === 'function' ? head(path) : head;
}
