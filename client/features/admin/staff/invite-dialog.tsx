import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import * as m from '#messages';
import { type Invitation, invitationInputSchema } from '#shared/admin/helpers.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { getLanguage } from '../../../lib/language.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { refusedFields } from '../kit/form/refused-fields.ts';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { useInvite } from './api.ts';

type Props = { onInvited: (invitation: Invitation) => void; onClose: () => void };

/** Invites somebody by name and mail address. */
export function InviteDialog({ onInvited, onClose }: Props) {
  const invite = useInvite((invitation) => {
    draft.clearDraft();
    onInvited(invitation);
  });
  const form = useForm<z.input<typeof invitationInputSchema>, unknown, z.output<typeof invitationInputSchema>>({
    resolver: zodResolver(invitationInputSchema),
    defaultValues: { name: '', email: '', language: getLanguage() },
  });
  const { register, handleSubmit, formState } = form;
  const draft = useDraft({ key: 'invite-helper', form, onClose });
  const refused = refusedFields(invite.error);
  const field = (name: 'name' | 'email') => ({
    error: issueText(formState.errors[name]?.message) ?? refused[name],
    ...register(name, { onChange: () => invite.isError && invite.reset() }),
  });
  return (
    <Dialog title={m.admin_helpers_invite()} description={m.admin_helpers_invite_text()} onClose={onClose}>
      <form noValidate className="mt-5 grid gap-5" onSubmit={handleSubmit((input) => invite.mutate(input))}>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <TextField label={m.admin_helpers_name()} required data-autofocus autoComplete="off" {...field('name')} />
        <TextField
          label={m.admin_helpers_email()}
          hint={m.admin_helpers_email_hint()}
          type="email"
          required
          autoComplete="off"
          maxLength={254}
          {...field('email')}
        />
        <SelectField
          label={m.admin_helpers_language()}
          options={LANGUAGES.map((language) => ({ value: language, label: languageName(language) }))}
          {...register('language')}
        />
        <FormEnd
          error={Object.keys(refused).length === 0 ? invite.error : undefined}
          onCancel={draft.leave}
          isPending={invite.isPending}
        >
          {m.admin_helpers_invite_press()}
        </FormEnd>
      </form>
    </Dialog>
  );
}
