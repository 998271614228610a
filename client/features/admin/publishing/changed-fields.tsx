import * as m from '#messages';
import { useProductNames } from '../product-names.ts';
import { kindWords } from './kinds.ts';

type Values = Readonly<Record<string, unknown>> | null;
type Props = { kind: string; fields: readonly string[]; before: Values; after: Values };

/** Fields with their values before and after, in words. Something new or taken away is one line. */
export function ChangedFields({ kind, fields, before, after }: Props) {
  if (before === null) return <p className="text-cafecito-soft">{m.admin_change_new()}</p>;
  if (after === null) return <p className="text-cafecito-soft">{m.admin_change_removed()}</p>;
  return <Fields kind={kind} fields={fields} before={before} after={after} />;
}

function Fields({
  kind,
  fields,
  before,
  after,
}: Omit<Props, 'before' | 'after'> & Record<'before' | 'after', NonNullable<Values>>) {
  const { fieldLabel, valueText } = kindWords(kind);
  const nameOf = useProductNames({ isNeeded: fields.includes('components') });
  return (
    <dl className="changed-fields">
      {fields.map((field) => {
        const [from, to] = [valueText(field, before[field], nameOf), valueText(field, after[field], nameOf)];
        return (
          <div key={field}>
            <dt>{fieldLabel(field)}</dt>
            <dd>
              {from === to ? (
                to
              ) : (
                <>
                  <del>{from}</del> <span aria-hidden="true">→</span> <ins>{to}</ins>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
