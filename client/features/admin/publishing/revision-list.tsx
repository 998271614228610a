import { useId, useState } from 'react';
import * as m from '#messages';
import type { Revision } from '#shared/content/content.ts';
import { textOfError } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { formatMoment } from '../kit/format.ts';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { changedSince, useRestore, useRevisions } from './api.ts';
import { ChangedFields } from './changed-fields.tsx';
import { kindWords } from './kinds.ts';
import { takenBack } from './taken-back.ts';
import { type ThingNames, useThingNames } from './use-thing-names.ts';

/** At first; a press shows the rest. */
const FIRST = 10;

/** The published revisions, newest first; each can be reverted. */
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
        <p className="text-ink-soft">{m.admin_revisions_none()}</p>
      ) : (
        <Items revisions={data} count={isWhole ? data.length : FIRST} />
      )}
      {!isWhole && (data?.length ?? 0) > FIRST && (
        <Button size="small" variant="quiet" onClick={() => setIsWhole(true)}>
          {m.admin_more()}
        </Button>
      )}
    </section>
  );
}

function Items({ revisions, count }: { revisions: readonly Revision[]; count: number }) {
  const shown = revisions.slice(0, count);
  const names = useThingNames(shown.flatMap(({ changes }) => changes));
  const back = takenBack(revisions);
  const whenOf = (id: number | null | undefined) => {
    const revision = revisions.find((each) => each.id === id);
    return revision && formatMoment(revision.createdAt);
  };
  return (
    <ol className="change-list">
      {shown.map((revision) => (
        <Item
          key={revision.id}
          revision={revision}
          names={names}
          whenRestored={whenOf(revision.restores)}
          whenTakenBack={whenOf(back.get(revision.id)?.id)}
        />
      ))}
    </ol>
  );
}

type ItemProps = {
  revision: Revision;
  names: ThingNames;
  /** The time of the revision that this one reverted. */
  whenRestored: string | undefined;
  /** The time when this one was reverted. */
  whenTakenBack: string | undefined;
};

function Item({ revision, names, whenRestored, whenTakenBack }: ItemProps) {
  const { createdAt, restores, changes } = revision;
  const restore = useRestore();
  const when = formatMoment(createdAt);
  const did =
    restores === null
      ? m.admin_revision_by()
      : whenRestored === undefined
        ? m.admin_revision_undo()
        : m.admin_revision_undo_when({ when: whenRestored });
  return (
    <li className={whenTakenBack === undefined ? undefined : 'is-taken-back'}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p>
          <strong>{when}</strong> <span className="text-ink-soft">{did}</span>
        </p>
        <TakeBack revision={revision} names={names} whenTakenBack={whenTakenBack} restore={restore} />
      </div>
      {/* Beside the pressed button, because a long list of changes would push it out of sight. */}
      {restore.error && <RestoreError error={restore.error} names={names} />}
      <Changes changes={changes} names={names} />
    </li>
  );
}

function Changes({ changes, names }: { changes: Revision['changes']; names: ThingNames }) {
  return changes.map((change) => (
    <div key={`${change.kind} ${change.id}`}>
      <p className="font-semibold">{kindWords(change.kind).name(change, names)}</p>
      <ChangedFields {...change} names={names} />
    </div>
  ));
}

type TakeBackProps = {
  revision: Revision;
  names: ThingNames;
  whenTakenBack: string | undefined;
  restore: ReturnType<typeof useRestore>;
};

/** Reverts a revision after a question that shows what comes back, or says when it was reverted. */
function TakeBack({ revision, names, whenTakenBack, restore }: TakeBackProps) {
  const { id, createdAt, restores, changes } = revision;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const isUndo = restores !== null;
  if (whenTakenBack !== undefined) {
    return (
      <p className="font-semibold">
        {isUndo ? m.admin_revision_redone({ when: whenTakenBack }) : m.admin_revision_undone({ when: whenTakenBack })}
      </p>
    );
  }
  const { isPending } = restore;
  const when = formatMoment(createdAt);
  const label = isUndo ? m.admin_revision_redo_of({ when }) : m.admin_revision_undo_of({ when });
  const name = isUndo ? m.admin_revision_redo() : m.admin_bulk_undo();
  return (
    <>
      <button
        type="button"
        className="text-button"
        disabled={isPending}
        aria-label={isPending ? undefined : label}
        onClick={() => setIsAsking(true)}
      >
        {isPending ? m.admin_publishing() : name}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={isUndo ? m.admin_revision_redo_ask({ when }) : m.admin_revision_undo_ask({ when })}
          text={m.admin_revision_comes_back()}
          confirm={name}
          pending={m.admin_publishing()}
          isPending={isPending}
          onConfirm={() => restore.mutate(id, { onSettled: close })}
          onClose={close}
        >
          <div className="mt-4 grid gap-3">
            <Changes changes={changes.map(reversed)} names={names} />
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}

const reversed = ({ before, after, ...change }: Revision['changes'][number]) => ({
  ...change,
  before: after,
  after: before,
});

/** Why a revision was not reverted: what was changed since. */
function RestoreError({ error, names }: { error: Error; names: ThingNames }) {
  return (
    <div role="alert" className="my-2 font-semibold text-brand">
      <p>{textOfError(error, m.admin_update_failed_reason())}</p>
      <ul>
        {changedSince(error).map(({ kind, fields, ...thing }) => (
          <li key={`${kind} ${thing.id}`}>
            {kindWords(kind).name(thing, names)}: {fields.map((field) => kindWords(kind).fieldLabel(field)).join(', ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
