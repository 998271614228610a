import { useId, useState } from 'react';
import * as m from '#messages';
import type { Revision } from '#shared/content.ts';
import { textOfError } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { formatMoment } from '../format.ts';
import { LoadError, Skeleton } from '../load-states.tsx';
import { changedSince, useRestore, useRevisions } from './api.ts';
import { ChangedFields } from './changed-fields.tsx';
import { kindWords } from './kinds.ts';

/** At first; the rest is one press away. */
const FIRST = 10;

/** What was published, the newest first; each can be taken back. */
export default function RevisionList() {
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const { data, error, refetch } = useRevisions();
  return (
    <section aria-labelledby={id} className="panel">
      <h2 id={id}>{m.admin_revisions_title()}</h2>
      {error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton rows={3} />
      ) : data.length === 0 ? (
        <p className="text-cafecito-soft">{m.admin_revisions_none()}</p>
      ) : (
        <ol className="change-list">
          {(isWhole ? data : data.slice(0, FIRST)).map((revision) => (
            <Item key={revision.id} revision={revision} />
          ))}
        </ol>
      )}
      {!isWhole && (data?.length ?? 0) > FIRST && (
        <Button size="small" variant="quiet" onClick={() => setIsWhole(true)}>
          {m.admin_more()}
        </Button>
      )}
    </section>
  );
}

function Item({ revision: { id, createdAt, restores, changes } }: { revision: Revision }) {
  const restore = useRestore();
  const since = changedSince(restore.error);
  const when = formatMoment(createdAt);
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p>
          <strong>{when}</strong>{' '}
          <span className="text-cafecito-soft">
            {restores === null ? m.admin_revision_by() : m.admin_revision_undo()}
          </span>
        </p>
        <button
          type="button"
          className="text-button"
          disabled={restore.isPending}
          aria-label={restore.isPending ? undefined : m.admin_revision_undo_of({ when })}
          onClick={() => restore.mutate(id)}
        >
          {restore.isPending ? m.admin_publishing() : m.admin_bulk_undo()}
        </button>
      </div>
      {/* Beside the button that was pressed: a long list of changes would push it out of sight. */}
      {restore.error && (
        <div role="alert" className="my-2 font-semibold text-guayaba">
          <p>{textOfError(restore.error, m.admin_update_failed_reason())}</p>
          <ul>
            {since.map(({ kind, id: thing, name, fields }) => (
              <li key={`${kind} ${thing}`}>
                {kindWords(kind).name(name)}: {fields.map((field) => kindWords(kind).fieldLabel(field)).join(', ')}
              </li>
            ))}
          </ul>
        </div>
      )}
      {changes.map((change) => (
        <div key={`${change.kind} ${change.id}`}>
          <p className="font-semibold">{kindWords(change.kind).name(change.name)}</p>
          <ChangedFields {...change} />
        </div>
      ))}
    </li>
  );
}
