import type { ComponentProps } from 'react';
import { Button } from '../../../../ui/button.tsx';

/** Adds a row below the others. */
export function AddButton(props: Pick<ComponentProps<typeof Button>, 'id' | 'onClick' | 'children'>) {
  return <Button size="small" variant="quiet" className="justify-self-start" {...props} />;
}
