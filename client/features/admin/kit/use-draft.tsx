import { useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import { type Draft, keepDraft, readDraft, type Snapshot } from './drafts.ts';
import { saveFrom } from './stale.ts';

type Versioned = { version: number };
type Options<Values extends FieldValues, Row extends Versioned> = {
  /** Identifies the form and its record; for another record use another component instance. */
  key: string;
  form: UseFormReturn<Values>;
  /** The record as it was read; left out or `null` for a new one. */
  row?: Row | null;
  /** The part of the record that this form edits. */
  snapshotOf?: (row: Row) => Snapshot;
  /** Closes the dialog of the form; see `leave`. */
  onClose?: () => void;
};

/** Overrides the `keepDirtyValues` of forms that follow their record. */
const WHOLE = { keepDirtyValues: false };

/**
 * Stores a form's input until it is saved or discarded, and saves it as a change of the version that it is based on.
 */
export function useDraft<Values extends FieldValues, Row extends Versioned = Versioned>({
  key,
  form,
  row,
  snapshotOf = () => ({}),
  onClose,
}: Options<Values, Row>) {
  const [found] = useState(() => readDraft<Values>(key));
  const [isRestored, setIsRestored] = useState(found !== null);
  const read = { seen: row ? snapshotOf(row) : {}, version: row?.version ?? 0 };
  const from = useRef(found ?? read);
  const { reset, formState } = form;
  const { isDirty } = formState;
  useEffect(() => {
    // Until something is typed, a newly read record becomes the base of the change.
    if (!isDirty && !isRestored) from.current = read;
  });
  useStoredInput(key, form, found, from);

  const clearDraft = () => {
    keepDraft(key, null);
    setIsRestored(false);
  };
  /** Makes this record the base of the next save. */
  const startFrom = (current: Row) => {
    from.current = { seen: snapshotOf(current), version: current.version };
    keepDraft(key, { values: form.getValues(), ...from.current });
  };
  return {
    isRestored,
    save: useSaveOnce(from, snapshotOf),
    /** The input is saved or obsolete. */
    clearDraft,
    /** The same, and the dialog closes. */
    leave: () => {
      clearDraft();
      onClose?.();
    },
    /** Restores the saved values. */
    discard: () => {
      reset(undefined, WHOLE);
      clearDraft();
    },
    startFrom,
    /** Saves over the stored record. */
    saveOver: (save: () => unknown) => (current: Row) => {
      startFrom(current);
      void save();
    },
    /** Replaces the input by this record. */
    take: (current: Row, values: DefaultValues<Values>) => {
      from.current = { seen: snapshotOf(current), version: current.version };
      reset(values as Values, WHOLE);
      clearDraft();
    },
  };
}

/** Saves; `call` gets the base version. @throws what `call` throws; a conflict is shown by `ConflictNotice` */
function useSaveOnce<Row extends Versioned>(
  from: { readonly current: { seen: Snapshot; version: number } },
  snapshotOf: (row: Row) => Snapshot,
) {
  const running = useRef<Promise<Row> | null>(null);
  return <Answer extends Row>(call: (version: number) => Promise<Answer>): Promise<Answer> => {
    // Several clicks before the first answer are one save; otherwise the second would be refused as stale.
    running.current ??= saveFrom(from.current, snapshotOf, call).finally(() => {
      running.current = null;
    });
    return running.current as Promise<Answer>;
  };
}

/** Restores stored input into the form, and stores the input until it equals the saved values. */
function useStoredInput<Values extends FieldValues>(
  key: string,
  form: UseFormReturn<Values>,
  found: Draft<Values> | null,
  from: { readonly current: Pick<Draft<Values>, 'seen' | 'version'> },
): void {
  const { setValue, watch, formState } = form;
  const { defaultValues } = formState;
  useEffect(() => {
    for (const [name, value] of Object.entries(found?.values ?? {})) {
      setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
  }, [found, setValue]);
  useEffect(() => {
    const subscription = watch((values, { name }) => {
      // A reset has no field name: it restores the saved values.
      if (name === undefined) return;
      const isAsSaved = Object.entries(defaultValues ?? {}).every(([name, value]) => isEqual(values[name], value));
      const { seen, version } = from.current;
      keepDraft(key, isAsSaved ? null : { values, seen, version });
    });
    return () => subscription.unsubscribe();
  }, [key, watch, defaultValues, from]);
}

/** A field for degrees has a number or its text; a field with several values, such as both languages, an object. */
const isEqual = (a: unknown, b: unknown) => textOf(a) === textOf(b);
const textOf = (value: unknown) => (typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? ''));

/** Shown above a form with restored input. */
export function DraftNotice({ isRestored, onDiscard }: { isRestored: boolean; onDiscard: () => void }) {
  return (
    <div
      role="status"
      className={isRestored ? 'flex flex-wrap items-center gap-x-4 rounded-field bg-accent/30 px-4 py-1.5' : 'hidden'}
    >
      {isRestored && (
        <>
          <p className="flex-1 basis-52 text-[0.95rem]">{m.admin_draft_restored()}</p>
          <button type="button" className="text-button" onClick={onDiscard}>
            {m.admin_draft_discard()}
          </button>
        </>
      )}
    </div>
  );
}
