import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form';
import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import type { Snapshot } from '../kit/drafts.ts';
import { refusedFields } from '../kit/form/refused-fields.ts';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { useUnpublished } from './api.ts';
import type { ContentCalls, Saved } from './content-calls.ts';
import { DiscardDraft } from './discard-draft.tsx';
import { FormBar, type SaveResult } from './form-bar.tsx';
import { OneSidedDialog, oneSidedItems } from './one-sided.ts';
import type { OneSidedItem } from './one-sided-dialog.tsx';
import { PanelHead } from './panel-head.tsx';

type Versioned = { version: number };
type Options<Values extends FieldValues, Row extends Versioned, Change> = {
  /** The key of the stored input, which is kept until it is saved or discarded: the kind and, after a colon, the id. */
  key: string;
  /** The content as read. */
  row: Row;
  valuesOf: (row: Row) => Values;
  calls: ContentCalls<Row, Change>;
};

/** The fields that a form saves, and the errors that prevent it. */
type Save<Row, Change> = {
  /** The input as fields to save. */
  fields: Omit<Change, 'version' | 'publish'>;
  /** The path of the first field that cannot be saved, or published. */
  faultIn: (isPublished: boolean) => string | undefined;
  /** Brings the field at this path into view. */
  onFault: (path: string) => void;
  onSaved?: (saved: Row) => void;
};

/** The id of the only item of a kind, such as the list of questions. */
const ONLY_ITEM = 'list';

/** State of a form for published content: what is typed, kept as a draft, saved, published, or set back to the default. */
export function useContentForm<Values extends FieldValues, Row extends Versioned, Change>(
  options: Options<Values, Row, Change>,
) {
  const { key, row, valuesOf, calls } = options;
  const form = useForm<Values>({ defaultValues: valuesOf(row) as DefaultValues<Values> });
  const { isDirty } = form.formState;
  const snapshotOf = (read: Row): Snapshot =>
    Object.fromEntries(Object.entries(valuesOf(read)).map(([name, value]) => [name, JSON.stringify(value)]));
  const draft = useDraft<Values, Row>({ key, form, row, snapshotOf });
  const take = (current: Row) => draft.take(current, valuesOf(current) as DefaultValues<Values>);

  // Reverted or saved elsewhere, while nothing is typed here.
  const shown = useRef(row.version);
  useEffect(() => {
    if (shown.current === row.version || isDirty || draft.isRestored) return;
    shown.current = row.version;
    form.reset(valuesOf(row), { keepDirtyValues: false });
  });
  const { change, ...saving } = useSaving(row, calls, draft, (saved) => {
    shown.current = saved.version;
    take(saved);
  });

  const [kind = '', id = ONLY_ITEM] = key.split(':');
  return {
    item: { kind, id, row },
    values: form.watch() as Values,
    isDirty,
    draft,
    version: row.version,
    ...saving,
    /** What the server has refused, by path. */
    refused: refusedFields(change.error),
    error: change.error,
    isPending: change.isPending,
    set: <F extends keyof Values & string>(field: F, value: Values[F]): void =>
      form.setValue(field as string as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true }),
    /** Replaces the input by a record that was stored meanwhile. */
    takeStored(current: Row): void {
      take(current);
      change.reset();
    },
  };
}

/** Saves, publishes and resets. @param show puts the saved record into the form */
function useSaving<Row extends Versioned, Change>(
  row: Row,
  calls: ContentCalls<Row, Change>,
  draft: { save: (put: (version: number) => Promise<Saved<Row>>) => Promise<Saved<Row>> },
  show: (saved: Row) => void,
) {
  const change = calls.useSave();
  const [stopped, setStopped] = useState<'save' | 'publish' | null>(null);
  const [result, setResult] = useState<SaveResult | null>(null);
  const wasPublished = useRef(false);
  return {
    change,
    result,
    wasPublished,
    /** The action that an error prevented; the next press clears it. */
    stopped,
    /** Saves a draft, or publishes, unless a field has an error. */
    save(isPublished: boolean, { fields, faultIn, onFault, onSaved }: Save<Row, Change>): void {
      const fault = faultIn(isPublished);
      const pressed = isPublished ? 'publish' : 'save';
      setStopped(fault === undefined ? null : pressed);
      if (fault !== undefined) {
        onFault(fault);
        return;
      }
      wasPublished.current = isPublished;
      const put = (version: number) =>
        calls.put(row, { ...fields, version, ...(isPublished && { publish: true }) } as Change);
      change.mutate(() => draft.save(put), {
        onSuccess: (saved) => {
          show(saved);
          setResult({ version: saved.version, isPublished });
          onSaved?.(saved);
          // The undo offer itself says that it was published.
          if (saved.revision === null) toast({ title: isPublished ? m.admin_published() : m.admin_product_saved() });
        },
      });
    },
    /** Restores the default. */
    reset(onSettled: () => void): void {
      change.mutate(() => calls.remove(row), { onSuccess: show, onSettled });
    },
  };
}

type ContentFormState<Row, Change> = {
  item: { kind: string; id: string; row: Versioned };
  isDirty: boolean;
  version: number;
  result: SaveResult | null;
  draft: { isRestored: boolean; discard: () => void; saveOver: (save: () => void) => (current: Row) => void };
  error: Error | null;
  isPending: boolean;
  wasPublished: { readonly current: boolean };
  save: (isPublished: boolean, save: Save<Row, Change>) => void;
  reset: (onSettled: () => void) => void;
  takeStored: (current: Row) => void;
};

type ResetTexts = { name: string; title: string; text: string };

type FrameProps<Row, Change> = Save<Row, Change> & {
  content: ContentFormState<Row, Change>;
  /** Its heading, with the state of the content beside it. */
  title: string;
  badge?: ReactNode;
  /** Below the heading. */
  hint?: ReactNode;
  /** The fields have panels of their own, below that of the heading. */
  hasSections?: boolean;
  /** Label of the back button. */
  back?: string;
  onClose: () => void;
  /** Language whose fields are shown on a phone, where the form has a switch for it. */
  language?: string;
  /** The stored record as text, where it differs from what is typed. */
  factsOf: (current: Row) => readonly (readonly [name: string, value: ReactNode])[];
  /** The page that shows this content; `null` if no page does. */
  preview: { path: string; item?: string } | null;
  /** Its kind and id among the content; left out while it is not saved. */
  thing?: { kind: string; id: string } | undefined;
  /** Offered if there is something to reset. */
  reset: ResetTexts | false;
  children: ReactNode;
};

/** Asks before publishing texts of which only one language was changed. */
function useOneSided<Row, Change>({ content, fields, faultIn }: FrameProps<Row, Change>) {
  const { data = [] } = useUnpublished();
  const [asked, setAsked] = useState<{ items: OneSidedItem[]; publish: () => void } | null>(null);
  const { kind, id, row } = content.item;
  const draft = data.find((each) => each.kind === kind && each.id === id);
  // A draft without published fields was never public.
  const before = draft?.before === null ? null : { ...row, ...draft?.before };
  return {
    ask(publish: () => void): void {
      const items = faultIn(true) === undefined ? oneSidedItems([{ kind, id, before, after: { ...fields } }]) : [];
      if (items.length > 0) setAsked({ items, publish });
      else publish();
    },
    dialog: asked && <OneSidedDialog items={asked.items} onPublish={asked.publish} onClose={() => setAsked(null)} />,
  };
}

/** The form below its heading: restored input, fields, a conflict, and the bar that saves, publishes and previews. */
export function ContentForm<Row, Change>(props: FrameProps<Row, Change>) {
  const { content, title, badge, hint, hasSections = false, back, onClose } = props;
  const { language, factsOf, preview, thing, reset } = props;
  const { draft, isDirty, isPending } = content;
  const id = useId();
  const onSave = (isPublished: boolean) => content.save(isPublished, props);
  const oneSided = useOneSided(props);
  const head = (
    <>
      <PanelHead id={id} title={title} back={back} badge={badge} onClose={onClose} />
      {hint}
    </>
  );
  return (
    <section aria-labelledby={id} className={hasSections ? 'policy-form grid gap-4' : 'panel policy-form'}>
      {hasSections ? <div className="panel">{head}</div> : head}
      <form
        noValidate
        className={hasSections ? 'grid gap-4' : 'grid gap-5'}
        aria-labelledby={id}
        data-language={language}
        onSubmit={(event) => {
          event.preventDefault();
          onSave(false);
        }}
      >
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        {props.children}
        {thing && <DiscardDraft {...thing} onDiscarded={draft.discard} />}
        {reset && <ResetButton texts={reset} isPending={isPending} onReset={content.reset} />}
        <FormBar
          isPending={isPending}
          result={content.result}
          version={content.version}
          error={content.error}
          isDirty={isDirty}
          onPublish={() => oneSided.ask(() => onSave(true))}
          preview={preview}
        >
          <ConflictNotice<Row>
            error={content.error}
            facts={factsOf}
            onMine={draft.saveOver(() => onSave(content.wasPublished.current))}
            onTheirs={content.takeStored}
          />
        </FormBar>
      </form>
      {oneSided.dialog}
    </section>
  );
}

type ResetProps = { texts: ResetTexts; isPending: boolean; onReset: (onSettled: () => void) => void };

/** Restores the default, after a question. */
function ResetButton({ texts: { name, title, text }, isPending, onReset }: ResetProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button size="small" variant="danger" className="justify-self-start" onClick={() => setIsAsking(true)}>
        {name}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          text={text}
          confirm={name}
          pending={m.admin_publishing()}
          isPending={isPending}
          onConfirm={() => onReset(close)}
          onClose={close}
        />
      )}
    </>
  );
}
