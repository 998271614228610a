import type { TestProject } from 'vitest/node';
import { type Base, startBase } from './engine-base.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    base: Base;
  }
}

/** Migrates once per run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { base, stop } = await startBase(project.name === 'postgres' ? 'postgres' : 'pglite');
  project.provide('base', base);
  return stop;
}
