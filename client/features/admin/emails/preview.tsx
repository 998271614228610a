import { useEffect, useState } from 'react';
import * as m from '#messages';
import type { EmailTemplateInput } from '#shared/emails/emails.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { usePreview } from './api.ts';

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
