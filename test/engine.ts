import { inject } from 'vitest';
import { type Engine, prepareEngineOn } from './engine-base.ts';

export type { Engine };

/** A database of this run's engine. @see prepareEngineOn */
export function prepareEngine(options: { isEmpty?: boolean } = {}): Promise<Engine> {
  return prepareEngineOn(inject('base'), options);
}
