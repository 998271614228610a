import { useId } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import type { Unpublished } from '#shared/content.ts';
import { textOfError } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { LoadError, Skeleton } from '../load-states.tsx';
import { refusedFields, usePublish, useUnpublished } from './api.ts';
import { ChangedFields } from './changed-fields.tsx';
import { kindWords } from './kinds.ts';
import { pathLabel } from './product-words.ts';
import { unpublishedText } from './publish-bar.tsx';

/** What is saved and not public: each thing with its changed fields, published alone or all together. */
export function UnpublishedList() {
  const id = useId();
  const { data, error, refetch } = useUnpublished();
  const publish = usePublish();
  const count = data?.length ?? 0;
  return (
    <section aria-labelledby={id} className="panel">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id}>{count > 0 ? unpublishedText(count) : m.admin_unpublished_title()}</h2>
        {count > 0 && (
          <Button size="small" isPending={publish.isPending} onClick={() => publish.mutate(undefined)}>
            {publish.isPending ? m.admin_publishing() : m.admin_publish_all()}
          </Button>
        )}
      </div>
      <p role="status" className={publish.isPending ? 'text-cafecito-soft' : 'sr-only'}>
        {publish.isPending && m.admin_publishing_text()}
      </p>
      {publish.error && <Refused error={publish.error} />}
      {error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton rows={2} />
      ) : count === 0 ? (
        <p className="text-cafecito-soft">{m.admin_unpublished_none()}</p>
      ) : (
        <ul className="change-list">
          {data.map((item) => (
            <Item
              key={`${item.kind} ${item.id}`}
              item={item}
              isBusy={publish.isPending}
              onPublish={() => publish.mutate([item])}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type ItemProps = { item: Unpublished; isBusy: boolean; onPublish: () => void };

function Item({ item, isBusy, onPublish }: ItemProps) {
  const [, navigate] = useLocation();
  const words = kindWords(item.kind);
  const name = words.name(item.name);
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <button type="button" className="text-button" onClick={() => navigate(words.pathOf(item.id))}>
          {name}
        </button>
        <button
          type="button"
          className="text-button"
          disabled={isBusy}
          aria-label={m.admin_publish_one_of({ name })}
          onClick={onPublish}
        >
          {m.admin_publish_one()}
        </button>
      </div>
      <ChangedFields {...item} />
    </li>
  );
}

/** Why nothing was published: the page that could not be made, or the facts that are missing. */
function Refused({ error }: { error: unknown }) {
  const fields = Object.entries(refusedFields(error));
  return (
    <div role="alert" className="flex items-start gap-2 font-semibold text-guayaba">
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
