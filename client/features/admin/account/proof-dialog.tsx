import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as m from '#messages';
import type { Proof } from '#shared/admin/account.ts';
import { TextField } from '../../../ui/form.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { refusedFields } from '../kit/form/refused-fields.ts';
import { passkeyErrorText } from '../kit/passkey.ts';
import { provePasskey } from './api.ts';

type Props<Answer> = {
  /** Whether a passkey of theirs works here, as another proof than the password. */
  hasPasskey: boolean;
  /** What the proof is for; the dialog stays open until it is done. */
  work: (proof: Proof) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
};

/** Asks once more who it is, before something that decides who gets in. */
export function ProofDialog<Answer>({ hasPasskey, work, onDone, onClose }: Props<Answer>) {
  const [password, setPassword] = useState('');
  const prove = useMutation({
    mutationFn: async (by: 'password' | 'passkey') => work(by === 'password' ? { password } : await provePasskey()),
    onSuccess: onDone,
  });
  const refused = refusedFields(prove.error).password;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!prove.isPending) prove.mutate('password');
  };
  return (
    <Dialog title={m.admin_proof_title()} description={m.admin_proof_text()} onClose={onClose}>
      <form noValidate className="mt-5 grid gap-5" onSubmit={onSubmit}>
        <TextField
          label={m.admin_login_password()}
          type="password"
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          error={refused}
          onChange={({ target }) => {
            setPassword(target.value);
            prove.reset();
          }}
        />
        {prove.error && !refused && (
          <p role="alert" className="font-semibold text-brand">
            {passkeyErrorText(prove.error, m.admin_passkeys_cancelled())}
          </p>
        )}
        {hasPasskey && (
          <button
            type="button"
            className="text-button w-fit"
            disabled={prove.isPending}
            onClick={() => prove.mutate('passkey')}
          >
            {m.admin_proof_passkey()}
          </button>
        )}
        <FormEnd onCancel={onClose} isPending={prove.isPending}>
          {m.admin_proof_continue()}
        </FormEnd>
      </form>
    </Dialog>
  );
}
