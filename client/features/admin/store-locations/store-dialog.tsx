import type { ComponentProps } from 'react';
import * as m from '#messages';
import { faultInPlace, type StoreLocation } from '#shared/stores/stores.ts';
import { STORE_TYPES } from '#shared/wholesale/wholesale.ts';
import { storeTypeText } from '../../../lib/store-type.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Fold } from '../kit/form/fold.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { DraftNotice } from '../kit/use-draft.tsx';
import { AddressField } from './address-field.tsx';
import { formatCoordinates } from './coordinate.ts';
import { SAVE_QUESTIONS, SaveQuestionDialog } from './save-question.tsx';
import { type StoreFormProps, useStoreForm } from './use-store-form.ts';

/** Loaded on demand, because it includes the map's data and the table of ZIP codes. */
const PinMap = lazyPanel(() => import('./pin-map.tsx'), <div className="aspect-[4/3] rounded-field bg-second-light" />);
const TYPES: readonly string[] = STORE_TYPES;

/** Adds or edits a store location (docs/specification.md#stores). */
export default function StoreDialog(props: StoreFormProps) {
  const { location, onClose } = props;
  const form = useStoreForm(props);
  const { draft, save, question, setQuestion, onSave, onSubmit, takeStored } = form;

  return (
    <Dialog title={location ? m.admin_location_edit_title() : m.admin_location_add_title()} onClose={onClose}>
      <form noValidate className="mt-5 grid gap-5" onSubmit={onSubmit()}>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <StoreFields form={form} />
        <ConflictNotice<StoreLocation>
          error={save.error}
          facts={(current) => [
            [m.admin_location_name(), current.name],
            [m.admin_location_address(), current.address],
            [m.admin_location_type(), storeTypeText(current.storeType)],
            [m.admin_col_coordinates(), formatCoordinates(current.latitude, current.longitude)],
          ]}
          onMine={draft.saveOver(onSubmit(SAVE_QUESTIONS))}
          onTheirs={takeStored}
        />
        <FormEnd error={save.error} onCancel={draft.leave} isPending={save.isPending}>
          {save.isPending ? m.admin_saving() : location ? m.admin_location_update() : m.admin_location_create()}
        </FormEnd>
      </form>
      {question && (
        <SaveQuestionDialog
          question={question.kind}
          place={faultInPlace(question.input)}
          onSave={() => {
            setQuestion(null);
            onSave(question.input, SAVE_QUESTIONS.slice(0, SAVE_QUESTIONS.indexOf(question.kind) + 1));
          }}
          onClose={() => setQuestion(null)}
        />
      )}
    </Dialog>
  );
}

function StoreFields({ form }: { form: ReturnType<typeof useStoreForm> }) {
  const { register, errors, coordinates, others } = form;
  const { address, storeType } = form.values;
  return (
    <>
      <TextField
        label={m.admin_location_name()}
        required
        data-autofocus
        autoComplete="off"
        error={issueText(errors.name?.message)}
        {...register('name')}
      />
      <AddressField
        isEmpty={address.trim() === ''}
        isSearching={coordinates.isSearching}
        onSearch={coordinates.search}
        error={issueText(errors.address?.message)}
        {...register('address')}
      />
      <StoreTypeField current={storeType} error={issueText(errors.storeType?.message)} {...register('storeType')} />
      <PinMap
        place={coordinates.place}
        address={address}
        others={others}
        error={coordinates.pinError}
        isStale={coordinates.isStale}
        onMove={coordinates.move}
      />
      {coordinates.isStale && (
        <p role="status" className="font-semibold text-brand">
          {m.admin_location_stale()}
        </p>
      )}
      <Fold summary={m.admin_col_coordinates()} isNeeded={coordinates.hasError}>
        <div className="mt-3 grid gap-5 sm:grid-cols-2">
          <TextField label={m.admin_location_latitude()} {...coordinates.degrees('latitude')} />
          <TextField label={m.admin_location_longitude()} {...coordinates.degrees('longitude')} />
        </div>
      </Fold>
    </>
  );
}

type TypeFieldProps = Omit<ComponentProps<typeof SelectField>, 'label'> & { current: string };

/** The known store types, and the store's own type if it has one. */
function StoreTypeField({ current, ...field }: TypeFieldProps) {
  return (
    <SelectField label={m.admin_location_type()} required {...field}>
      <option value="">{m.admin_location_type_choose()}</option>
      {[...TYPES, ...(current && !TYPES.includes(current) ? [current] : [])].map((type) => (
        <option key={type} value={type}>
          {storeTypeText(type)}
        </option>
      ))}
    </SelectField>
  );
}
