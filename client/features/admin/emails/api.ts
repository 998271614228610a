import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { DefaultTemplate, EmailPreview, EmailTemplate, EmailTemplateInput } from '#shared/emails/emails.ts';
import type { EmailDetail, EmailSummary } from '#shared/emails/outbox.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastError, useAction } from '../kit/detail/use-action.ts';
import { formatCount } from '../kit/format.ts';
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
    failed: (error) => toastError(m.admin_template_save_failed(), error),
    refresh: [[path]],
    isForm: true,
  });
}

export function useDeleteTemplate() {
  return useAction({
    call: ({ id, version }: EmailTemplate) => callApi(`${path}/${id}?version=${version}`, { method: 'DELETE' }),
    done: () => toast({ title: m.admin_template_reset_done() }),
    failed: (error) => toastError(m.admin_template_reset_failed(), error),
    refresh: [[path]],
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
    failed: (error) => toastError(m.admin_template_test_failed(), error),
    refresh: [adminKeys.emails],
  });
}

/** The mail with sample data, as it would be sent; the previous one stays visible while the next is loaded. */
export function usePreview(input: EmailTemplateInput, isReady: boolean) {
  return useQuery<EmailPreview>({
    queryKey: [path, 'preview', input],
    queryFn: ({ signal }) => callApi(`${path}/preview`, { method: 'POST', payload: input, signal }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    // Each pause in typing creates an entry that is not needed later.
    gcTime: 10_000,
  });
}

export function useEmail(id: string) {
  return useQuery<EmailDetail>({ queryKey: [...adminKeys.emails, id] });
}

export function useSendStored() {
  return useAction({
    call: () => callApi<{ queued: number }>(`${adminKeys.emails[0]}/send-stored`, { method: 'POST' }),
    done: ({ queued }) => toast({ title: m.admin_outbox_stored_done({ count: formatCount(queued) }) }),
    failed: (error) => toastError(m.admin_mail_again_failed(), error),
    refresh: [adminKeys.emails],
  });
}
