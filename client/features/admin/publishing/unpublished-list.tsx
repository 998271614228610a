import { useId, useState } from 'react';
import * as m from '#messages';
import type { Unpublished } from '#shared/content/content.ts';
import { textOfError } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { refusedFields } from '../kit/form/refused-fields.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { usePublish, useUnpublished } from './api.ts';
import { OneSidedDialog, oneSidedItems } from './one-sided.ts';
import { pathLabel } from './product-words.ts';
import { unpublishedText } from './publish-bar.tsx';

// Loaded on demand: it includes the labels of every kind of content, and is mostly empty.
const Rows = lazyPanel(() => import('./unpublished-rows.tsx'), <Skeleton rows={2} />);

/** Unpublished changes: each item with its changed fields, published alone or all together. */
export function UnpublishedList() {
  const id = useId();
  const { data, error, refetch } = useUnpublished();
  const publish = usePublish();
  const [asked, setAsked] = useState<readonly Unpublished[] | null>(null);
  const put = (items: readonly Unpublished[], isAsked = false) => {
    if (!isAsked && oneSidedItems(items).length > 0) return setAsked(items);
    publish.mutate(items.length === count ? undefined : items);
  };
  const count = data?.length ?? 0;
  return (
    <section aria-labelledby={id} className="panel">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id}>{count > 0 ? unpublishedText(count) : m.admin_unpublished_title()}</h2>
        {count > 0 && (
          <Button size="small" isPending={publish.isPending} onClick={() => put(data ?? [])}>
            {publish.isPending ? m.admin_publishing() : m.admin_publish_all()}
          </Button>
        )}
      </div>
      <p role="status" className={publish.isPending ? 'text-ink-soft' : 'sr-only'}>
        {publish.isPending && m.admin_publishing_text()}
      </p>
      {publish.error && <Refused error={publish.error} />}
      {asked && (
        <OneSidedDialog
          items={oneSidedItems(asked)}
          onPublish={() => put(asked, true)}
          onClose={() => setAsked(null)}
        />
      )}
      {error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton rows={2} />
      ) : count === 0 ? (
        <p className="text-ink-soft">{m.admin_unpublished_none()}</p>
      ) : (
        <Rows items={data} isBusy={publish.isPending} onPublish={(item) => put([item])} />
      )}
    </section>
  );
}

/** Why nothing was published: the page that failed to render, or the missing facts. */
function Refused({ error }: { error: unknown }) {
  const fields = Object.entries(refusedFields(error));
  return (
    <div role="alert" className="flex items-start gap-2 font-semibold text-brand">
      <Icon name="alert" className="mt-0.5 size-5" />
      <div>
        <p>{textOfError(error, m.admin_update_failed_reason())}</p>
        <ul>
          {fields.map(([path, message]) => (
            <li key={path}>
              {pathLabel(path)}: {message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
