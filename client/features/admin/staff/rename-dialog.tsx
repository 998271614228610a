import { type FormEvent, useState } from 'react';
import * as m from '#messages';
import type { Helper } from '#shared/admin/helpers.ts';
import { TextField } from '../../../ui/form.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { refusedFields } from '../kit/form/refused-fields.ts';
import { useRenameHelper } from './api.ts';

export function RenameDialog({ helper, onClose }: { helper: Helper; onClose: () => void }) {
  const [name, setName] = useState(helper.name);
  const rename = useRenameHelper(helper, onClose);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!rename.isPending) rename.mutate(name);
  };
  return (
    <Dialog title={m.admin_helpers_rename_of({ name: helper.name })} onClose={onClose}>
      <form noValidate className="mt-5 grid gap-5" onSubmit={onSubmit}>
        <TextField
          label={m.admin_helpers_name()}
          required
          data-autofocus
          autoComplete="off"
          value={name}
          error={refusedFields(rename.error).name}
          onChange={({ target }) => {
            setName(target.value);
            rename.reset();
          }}
        />
        <FormEnd onCancel={onClose} isPending={rename.isPending}>
          {m.admin_helpers_rename_press()}
        </FormEnd>
      </form>
    </Dialog>
  );
}
