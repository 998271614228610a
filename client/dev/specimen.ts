import type { ReactNode } from 'react';

/** A file's parts in their states. The file is named from `client/`, as `e2e/dev-ui.spec.ts` finds it there. */
export type Specimen = { file: string; states: Readonly<Record<string, ReactNode>> };
