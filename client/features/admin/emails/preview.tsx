import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as m from '#messages';
import type { EmailPreview, EmailTemplateInput } from '#shared/emails/emails.ts';
import { callApi } from '../../../lib/api-client.ts';
import { adminKeys } from '../keys.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { LoadError, Skeleton } from '../kit/load-states.tsx';

const MailView = lazyPanel(() => import('./mail-view.tsx'), <Skeleton rows={1} className="h-96" />);

const TYPING_PAUSE_MS = 350;

/** The mail with sample data, updated after each pause in typing. */
export default function Preview({ input, isComplete }: { input: EmailTemplateInput; isComplete: boolean }) {
  const settled = useSettled(input);
  const { data, error, refetch, isFetching } = usePreview(settled, isComplete);
  return (
    <section aria-labelledby="preview-title" className="rounded-card bg-white p-5 shadow-card sm:p-6">
      <h3 id="preview-title" className="font-sans text-[1.05rem] font-bold text-ink">
        {m.admin_preview()}
      </h3>
      <p className="mb-4 text-[0.92rem] text-ink-soft">{m.admin_preview_hint()}</p>
      {!isComplete ? (
        <p>{m.admin_preview_empty()}</p>
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : data ? (
        <div aria-busy={isFetching || undefined}>
          <MailView {...data} />
        </div>
      ) : (
        <Skeleton rows={1} className="h-96" />
      )}
    </section>
  );
}

/** The input after the last pause in typing. */
function useSettled(input: EmailTemplateInput): EmailTemplateInput {
  const [settled, setSettled] = useState(input);
  const now = JSON.stringify(input);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(now) as EmailTemplateInput), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return settled;
}

/** The mail with sample data, as it would be sent; the previous one stays visible while the next is loaded. */
function usePreview(input: EmailTemplateInput, isReady: boolean) {
  return useQuery<EmailPreview>({
    queryKey: [...adminKeys.templates, 'preview', input],
    queryFn: ({ signal }) => callApi(`${adminKeys.templates[0]}/preview`, { method: 'POST', payload: input, signal }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    // Each pause in typing creates an entry that is not needed later.
    gcTime: 10_000,
  });
}
