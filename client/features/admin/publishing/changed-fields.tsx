import * as m from '#messages';
import { kindWords } from './kinds.ts';
import type { ThingNames } from './use-thing-names.ts';

type Values = Readonly<Record<string, unknown>> | null;
type Props = { kind: string; fields: readonly string[]; before: Values; after: Values; names: ThingNames };

/** Fields with their values before and after, as text. A new or deleted item is one line. */
export function ChangedFields({ kind, fields, before, after, names }: Props) {
  if (before === null) return <p className="text-ink-soft">{m.admin_change_new()}</p>;
  if (after === null) return <p className="text-ink-soft">{m.admin_change_removed()}</p>;
  const { fieldLabel, valueText } = kindWords(kind);
  return (
    <dl>
      {fields.map((field) => {
        const [from, to] = [valueText(field, before[field], names), valueText(field, after[field], names)];
        return (
          <div key={field} className="grid grid-cols-[minmax(8rem,14rem)_1fr] gap-x-4 max-sm:grid-cols-[1fr]">
            <dt className="text-ink-soft">{fieldLabel(field)}</dt>
            <dd>
              {from === to ? (
                to
              ) : (
                <>
                  <del className="text-ink-soft">{from}</del> <span aria-hidden="true">→</span>{' '}
                  <ins className="font-semibold no-underline">{to}</ins>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
