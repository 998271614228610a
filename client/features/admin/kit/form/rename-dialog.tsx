import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { TextField } from '../../../../ui/form.tsx';
import { Dialog } from '../dialog.tsx';
import { FormEnd } from './form-end.tsx';
import { refusedFields } from './refused-fields.ts';

type Props = {
  title: string;
  /** The field's label. */
  label: string;
  /** The button's words. */
  press: string;
  name: string;
  maxLength: number;
  rename: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'reset' | 'isPending' | 'error'>;
  onClose: () => void;
};

/** Asks for another name. */
export function RenameDialog({ title, label, press, name: before, maxLength, rename, onClose }: Props) {
  const [name, setName] = useState(before);
  const refused = refusedFields(rename.error).name;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!rename.isPending) rename.mutate(name);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate className="mt-5 grid gap-5" onSubmit={onSubmit}>
        <TextField
          label={label}
          required
          data-autofocus
          autoComplete="off"
          maxLength={maxLength}
          value={name}
          error={refused}
          onChange={({ target }) => {
            setName(target.value);
            rename.reset();
          }}
        />
        <FormEnd error={refused ? null : rename.error} onCancel={onClose} isPending={rename.isPending}>
          {press}
        </FormEnd>
      </form>
    </Dialog>
  );
}
