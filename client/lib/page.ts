import type { ComponentType } from 'react';

/** What a page's file gives: its component, and what its head says in the language of the moment. */
export type Page = { default: ComponentType; head: { title: () => string; description: () => string } };
