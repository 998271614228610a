import type { ReactNode } from 'react';

/** A file's parts in their states. The path is relative to `client/`, where `e2e/dev-ui.spec.ts` looks it up. */
export type Specimen = { file: string; states: Readonly<Record<string, ReactNode>> };
