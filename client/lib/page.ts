import type { ComponentType } from 'react';

/** The exports of a page's file: its component, and its head in the current language. */
export type Page = { default: ComponentType; head: { title: () => string; description: () => string } };
