import { type FormEvent, useEffect, useState } from 'react';
import * as m from '#messages';
import {
  fieldsOf,
  type SettingsGroupState,
  type SettingsTrial,
  type ShopSettings,
} from '#shared/admin/shop-settings.ts';
import { textOfError } from '../../../../lib/api-client.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/form.tsx';
import { Icon } from '../../../../ui/icons.tsx';
import { dismissToasts } from '../../../../ui/toast.ts';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { SaveError } from '../../kit/detail/change-error.tsx';
import { Fold } from '../../kit/form/fold.tsx';
import { refusedFields } from '../../kit/form/refused-fields.ts';
import { formatMoment } from '../../kit/format.ts';
import { isDoubtful, useSaveSettings, useTrySettings } from './api.ts';
import { groupTexts } from './labels.ts';
import { SettingInput } from './setting-field.tsx';

type Typed = Readonly<Record<string, string | null>>;
type Password = { text: string; isAccepted: boolean };
type Props = {
  state: SettingsGroupState;
  shop: ShopSettings;
  password: Password;
  onPassword: (password: Password) => void;
};

/** A group of settings in its fold: its form, what refuses it, and its trial. */
export function SettingsGroupFold(props: Props) {
  const { state } = props;
  const [isWanted, setWanted] = useState(() => isAddressed(state.group));
  useEffect(() => {
    const look = () => setWanted(isAddressed(state.group));
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, [state.group]);
  return (
    <Fold
      id={`settings-${state.group}`}
      isNeeded={isWanted || state.isUnreadable}
      summary={
        <>
          <span>{groupTexts[state.group].title()}</span>
          <span className="ms-3 font-normal text-ink-soft">{summaryOf(state)}</span>
        </>
      }
    >
      <GroupForm {...props} />
    </Fold>
  );
}

const isAddressed = (group: string) => location.hash === `#settings-${group}`;

function summaryOf({ isUnreadable, triedAt, fields }: SettingsGroupState): string {
  if (isUnreadable) return m.admin_settings_unreadable();
  if (triedAt) return m.admin_settings_tried({ when: formatMoment(triedAt) });
  return fields.some(({ from }) => from !== null) ? m.admin_settings_untried() : m.admin_settings_unset();
}

function GroupForm({ state, shop, password, onPassword }: Props) {
  const { group } = state;
  const [typed, setTyped] = useState<Typed>({});
  const save = useSaveSettings(group, () => {
    setTyped({});
    onPassword({ ...password, isAccepted: true });
  });
  const trial = useTrySettings(group);
  const isTyped = Object.keys(typed).length > 0;
  const refused = { ...refusedFields(trial.error), ...refusedFields(save.error) };
  const fields = fieldsOf(group);
  const isAllLocked = state.fields.every(({ from }) => from === 'environment');
  const needsPassword = !password.isAccepted || refused.password !== undefined;
  const others = Object.keys(refused).filter(
    (name) => name !== 'password' && !fields.some((each) => each.name === name),
  );
  const store = (more: { version?: number; isSure?: boolean } = {}) => {
    if (save.isPending) return;
    trial.reset();
    save.mutate({ version: state.version, values: typed, password: password.text, ...more });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    store();
  };
  const type = (name: string, value: string | null | undefined) => {
    const { [name]: _, ...rest } = typed;
    setTyped(value === undefined ? rest : { ...rest, [name]: value });
    save.reset();
    trial.reset();
  };
  const run = () => {
    save.reset();
    // On a phone it would cover the result.
    dismissToasts();
    trial.mutate(isTyped ? { values: typed, password: password.text } : {}, {
      onSuccess: () => isTyped && onPassword({ ...password, isAccepted: true }),
    });
  };
  return (
    <form noValidate className="grid max-w-xl gap-5 pt-1 pb-7" onSubmit={onSubmit}>
      <p className="text-ink-soft">{groupTexts[group].intro()}</p>
      {group === 'payment' && (
        <p className="wrap-anywhere text-ink-soft">
          {m.admin_settings_webhook_url({ url: `${shop.publicUrl}/api/stripe/webhook` })}
        </p>
      )}
      {state.isUnreadable && (
        <p role="alert" className="font-semibold text-brand">
          {m.admin_settings_unreadable_text()}
        </p>
      )}
      {fields.map((field) => {
        const found = state.fields.find(({ name }) => name === field.name);
        return (
          found && (
            <SettingInput
              key={`${field.name} ${state.version}`}
              field={field}
              state={found}
              typed={typed[field.name]}
              error={refused[field.name]}
              suggestion={field.name === 'BACKUP_DIR' ? shop.backupFolder : undefined}
              onType={(value) => type(field.name, value)}
            />
          )
        );
      })}
      {isTyped && needsPassword && (
        <TextField
          id={`password-${group}`}
          label={m.admin_settings_password()}
          hint={m.admin_settings_password_hint()}
          type="password"
          autoComplete="current-password"
          value={password.text}
          error={refused.password}
          onChange={({ target }) => {
            onPassword({ text: target.value, isAccepted: false });
            save.reset();
            trial.reset();
          }}
        />
      )}
      {others.map((name) => (
        <p key={name} role="alert" className="text-sm font-semibold text-brand">
          {refused[name]}
        </p>
      ))}
      <ConflictNotice<SettingsGroupState>
        error={save.error}
        facts={(current) =>
          current.fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]))
        }
        onMine={({ version }) => store({ version })}
        onTheirs={() => {
          setTyped({});
          save.reset();
        }}
      />
      {isDoubtful(save.error) ? (
        <div role="alert" className="rounded-field border-2 border-brand bg-white p-4">
          <p className="mb-3 wrap-anywhere">{textOfError(save.error, m.admin_update_failed_reason())}</p>
          <Button size="small" variant="danger" isPending={save.isPending} onClick={() => store({ isSure: true })}>
            {m.admin_settings_anyway()}
          </Button>
        </div>
      ) : (
        Object.keys(refused).length === 0 && <SaveError error={save.error ?? trial.error} />
      )}
      <div className="flex flex-wrap gap-3">
        {!isAllLocked && (
          <Button type="submit" size="small" isPending={save.isPending} disabled={!isTyped || shop.key !== 'ready'}>
            {save.isPending ? m.admin_saving() : m.admin_settings_save()}
          </Button>
        )}
        <Button size="small" variant="quiet" isPending={trial.isPending} onClick={run}>
          {isTyped ? m.admin_settings_try_typed() : m.admin_settings_try()}
        </Button>
      </div>
      <div role="status">{trial.data && <TrialResult trial={trial.data} />}</div>
    </form>
  );
}

const looks = {
  fault: { icon: 'alert', mark: 'bg-brand text-ground' },
  warning: { icon: 'alert', mark: 'bg-accent text-ink' },
  ok: { icon: 'check', mark: 'bg-second text-ground' },
} as const;

function TrialResult({ trial: { isWorking, results } }: { trial: SettingsTrial }) {
  return (
    <div className="rounded-card border border-line bg-white p-5">
      <p className="font-bold">{isWorking ? m.admin_settings_works() : m.admin_settings_fails()}</p>
      <ul className="mt-3 grid gap-3">
        {results.map(({ state, text, todo }) => (
          <li key={text} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
            <span className={`grid size-6 place-items-center rounded-full ${looks[state].mark}`}>
              <Icon name={looks[state].icon} className="size-4" />
            </span>
            <div className="wrap-anywhere">
              <p>{text}</p>
              {todo && <p className="text-ink-soft">{todo}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
