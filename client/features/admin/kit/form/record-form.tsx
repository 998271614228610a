import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import * as m from '#messages';
import { ConflictNotice } from '../conflict-notice.tsx';
import type { Snapshot } from '../drafts.ts';
import type { SaveFrom } from '../stale.ts';
import { DraftNotice, useDraft } from '../use-draft.tsx';
import { useSingleSave } from '../use-single-save.ts';
import type { ConflictProps } from './conflict-choice.tsx';
import { FormEnd } from './form-end.tsx';

type Versioned = { version: number };
type Options<Values extends FieldValues, Row extends Versioned, Fields> = {
  /** The key of the stored input, which is kept until it is saved or discarded. */
  key: string;
  /** The record to change; a new one when left out. */
  row: Row | undefined;
  empty: Values;
  valuesOf: (row: Row) => Values;
  snapshotOf: (row: Row) => Snapshot;
  /** The fields to send, or the errors by field. */
  readValues: (values: Values) => { fields: Fields } | { errors: readonly { field: Path<Values>; issue: string }[] };
  save: UseMutationResult<Row, Error, { fields: Fields; save: SaveFrom<Row> }>;
  onClose: () => void;
};

/** The form of a record in a dialog: its draft, its validated fields, and its save. */
export function useRecordForm<Values extends FieldValues, Row extends Versioned, Fields>(
  options: Options<Values, Row, Fields>,
) {
  const { key, row, empty, valuesOf, snapshotOf, readValues, save, onClose } = options;
  const saveOnce = useSingleSave(save);
  const form = useForm<Values>({ defaultValues: (row ? valuesOf(row) : empty) as DefaultValues<Values> });
  const draft = useDraft<Values, Row>({ key, form, row: row ?? null, snapshotOf, onClose });
  const onSubmit = form.handleSubmit((typed) => {
    const found = readValues(typed as unknown as Values);
    if ('fields' in found) return saveOnce({ fields: found.fields, save: draft.save });
    for (const [i, { field, issue }] of found.errors.entries()) {
      form.setError(field, { message: issue }, { shouldFocus: i === 0 });
    }
  });
  const read = readValues(form.watch() as Values);
  const takeStored = (current: Row) => {
    draft.take(current, valuesOf(current) as DefaultValues<Values>);
    save.reset();
  };
  return { form, draft, save, onSubmit, takeStored, fields: 'fields' in read ? read.fields : null };
}

type Props<Row, Fields> = {
  record: Pick<
    ReturnType<typeof useRecordForm<FieldValues, Row & Versioned, Fields>>,
    'draft' | 'save' | 'onSubmit' | 'takeStored' | 'fields'
  >;
  facts: ConflictProps<Row>['facts'];
  /** A sentence about the effect of the record. */
  sentenceOf: (fields: Fields) => ReactNode;
  /** The button that saves. */
  submit: string;
  /** The fields. */
  children: ReactNode;
};

/** The form itself: restored input, fields, a sentence about their effect, a conflict, and the last line. */
export function RecordForm<Row, Fields>({ record, facts, sentenceOf, submit, children }: Props<Row, Fields>) {
  const { draft, save, onSubmit, takeStored, fields } = record;
  return (
    <form noValidate className="mt-5 grid gap-5" onSubmit={onSubmit}>
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      {children}
      {fields && (
        <p role="status" className="rounded-field bg-tint/60 px-4 py-3">
          {sentenceOf(fields)}
        </p>
      )}
      <ConflictNotice<Row & Versioned>
        error={save.error}
        facts={facts}
        onMine={draft.saveOver(onSubmit)}
        onTheirs={takeStored}
      />
      <FormEnd error={save.error} onCancel={draft.leave} isPending={save.isPending}>
        {save.isPending ? m.admin_saving() : submit}
      </FormEnd>
    </form>
  );
}
