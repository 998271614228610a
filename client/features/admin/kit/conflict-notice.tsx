import type { ComponentType } from 'react';
import type { ConflictProps } from './form/conflict-choice.tsx';
import { lazyPanel } from './lazy.tsx';
import { currentOf } from './stale.ts';

const Choice = lazyPanel<ConflictProps<never>>(() => import('./form/conflict-choice.tsx'));

/** Shown in a form whose save was refused because the record was changed meanwhile; otherwise renders nothing. */
export function ConflictNotice<Row>(props: ConflictProps<Row>) {
  const Notice = Choice as unknown as ComponentType<ConflictProps<Row>>;
  return currentOf(props.error) ? <Notice {...props} /> : null;
}
