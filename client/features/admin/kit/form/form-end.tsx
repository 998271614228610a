import type { ComponentProps } from 'react';
import * as m from '#messages';
import { Button } from '../../../../ui/button.tsx';

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'isBusy' | 'isPending' | 'disabled' | 'children'> & {
  onCancel: () => void;
  className?: string;
};

/** The last line of a form in a dialog: "Cancel", and the submit button. */
export function FormEnd({ onCancel, className = '', ...submit }: Props) {
  return (
    <div className={`flex flex-wrap justify-end gap-3 ${className}`}>
      <Button variant="quiet" size="small" onClick={onCancel}>
        {m.admin_cancel()}
      </Button>
      <Button type="submit" size="small" {...submit} />
    </div>
  );
}
