import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { DefaultTemplate, EmailTemplate, EmailTemplateInput } from '#shared/emails/emails.ts';
import type { EmailSummary } from '#shared/emails/outbox.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import type { SaveFrom } from '../kit/stale.ts';

/** The part of a template that may conflict with another person's version. */
export type TemplateVersion = { subject: string; body: string; version: number };

const [path] = adminKeys.templates;

export function useTemplates() {
  return useQuery<EmailTemplate[]>({ queryKey: [path] });
}

export function useTemplateDefaults() {
  return useQuery<DefaultTemplate[]>({ queryKey: adminKeys.templateDefaults });
}

export function useSaveTemplate() {
  return useAction({
    call: ({ input, save }: { input: EmailTemplateInput; save: SaveFrom<EmailTemplate> }) =>
      save((version) => callApi<EmailTemplate>(path, { method: 'POST', payload: { ...input, version } })),
    done: () => toast({ title: m.admin_template_saved() }),
    failed: (error) => toastFailed(m.admin_template_save_failed(), error),
    refresh: [[path]],
    isForm: true,
  });
}

export function useSendTest() {
  return useAction({
    call: (input: EmailTemplateInput) => callApi<EmailSummary>(`${path}/test`, { method: 'POST', payload: input }),
    done: ({ status }) =>
      toast(
        status === 'stored'
          ? { title: m.admin_template_test_stored_title(), description: m.admin_template_test_stored_text() }
          : { title: m.admin_template_test_title(), description: m.admin_template_test_text() },
      ),
    failed: (error) => toastFailed(m.admin_template_test_failed(), error),
    refresh: [adminKeys.emails],
  });
}
