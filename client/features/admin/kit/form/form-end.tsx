import type { ComponentProps } from 'react';
import * as m from '#messages';
import { Button } from '../../../../ui/button.tsx';
import { SaveError } from '../detail/change-error.tsx';

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'isBusy' | 'isPending' | 'disabled' | 'children'> & {
  /** The error of the last save. */
  error?: unknown;
  onCancel: () => void;
  className?: string;
};

/** The end of a form in a dialog: why its last save failed, "Cancel", and the submit button. */
export function FormEnd({ error, onCancel, className = '', ...submit }: Props) {
  return (
    <div className={className}>
      <SaveError error={error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" size="small" onClick={onCancel}>
          {m.admin_cancel()}
        </Button>
        <Button type="submit" size="small" {...submit} />
      </div>
    </div>
  );
}
