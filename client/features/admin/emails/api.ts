import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { DefaultTemplate, EmailPreview, EmailTemplate, EmailTemplateInput } from '#shared/emails/emails.ts';
import type { EmailDetail, EmailSummary } from '#shared/emails/outbox.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { formatCount } from '../kit/format.ts';
import { currentOf, type SaveFrom } from '../kit/stale.ts';

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
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, save }: { input: EmailTemplateInput; save: SaveFrom<EmailTemplate> }) =>
      save((version) => callApi<EmailTemplate>(path, { method: 'POST', payload: { ...input, version } })),
    onSuccess: () => {
      toast({ title: m.admin_template_saved() });
      return client.invalidateQueries({ queryKey: [path], exact: true });
    },
    onError: (error) =>
      currentOf(error) ||
      toast({ title: m.admin_template_save_failed(), description: textOfError(error, ''), variant: 'destructive' }),
  });
}

export function useDeleteTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: EmailTemplate) => callApi(`${path}/${id}?version=${version}`, { method: 'DELETE' }),
    onSuccess: () => {
      toast({ title: m.admin_template_reset_done() });
      return client.invalidateQueries({ queryKey: [path], exact: true });
    },
    onError: (error) => {
      if (currentOf(error)) void client.invalidateQueries({ queryKey: [path], exact: true });
      toast({ title: m.admin_template_reset_failed(), description: textOfError(error, ''), variant: 'destructive' });
    },
  });
}

export function useSendTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: EmailTemplateInput) =>
      callApi<EmailSummary>(`${path}/test`, { method: 'POST', payload: input }),
    onSuccess: ({ status }) => {
      toast(
        status === 'stored'
          ? { title: m.admin_template_test_stored_title(), description: m.admin_template_test_stored_text() }
          : { title: m.admin_template_test_title(), description: m.admin_template_test_text() },
      );
      return client.invalidateQueries({ queryKey: adminKeys.emails });
    },
    onError: (error) =>
      toast({ title: m.admin_template_test_failed(), description: textOfError(error, ''), variant: 'destructive' }),
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi<{ queued: number }>(`${adminKeys.emails[0]}/send-stored`, { method: 'POST' }),
    onSuccess: ({ queued }) => {
      toast({ title: m.admin_outbox_stored_done({ count: formatCount(queued) }) });
      return client.invalidateQueries({ queryKey: adminKeys.emails });
    },
    onError: (error) =>
      toast({ title: m.admin_mail_again_failed(), description: textOfError(error, ''), variant: 'destructive' }),
  });
}
