import { useState } from 'react';
import * as m from '#messages';
import type { AdminFacts, ShopFacts } from '#shared/content/shop-facts.ts';
import { toast } from '../../../../ui/toast.ts';
import type { Snapshot } from '../../kit/drafts.ts';
import { focusField } from '../../kit/form/field-state.ts';
import { issueText } from '../../kit/form/issue-text.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { PanelHead } from '../panel-head.tsx';
import { deleteFacts, putFacts, useSaveFacts } from './api.ts';
import { FactsFields, type SetFact } from './fields.tsx';
import { readValues, valuesOf } from './values.ts';
import { factsLabels, factsValueText } from './words.ts';

const FIELDS = Object.keys(factsLabels) as (keyof ShopFacts)[];

const snapshotOf = (row: AdminFacts): Snapshot =>
  Object.fromEntries(FIELDS.map((field) => [field, JSON.stringify(row[field])]));

/** Phone, addresses, hours and the like; saved as a draft, or published. */
export default function FactsForm({ facts: row, onClose }: { facts: AdminFacts; onClose: () => void }) {
  const content = useContentForm({ key: 'facts', row, valuesOf, snapshotOf, change: useSaveFacts() });
  const { values, refused } = content;
  const [showsErrors, setShowsErrors] = useState(false);
  const { facts, faults } = readValues(values);

  const errorOf = (path: string) => refused[path] ?? (showsErrors ? issueText(faults[path]) : undefined);
  const set: SetFact = (field, value) => content.form.setValue(field, value as never, { shouldDirty: true });

  function onSave(isPublished: boolean): void {
    const [first] = Object.keys(faults);
    setShowsErrors(first !== undefined);
    if (first !== undefined) {
      toast({ title: m.admin_shipping_faults(), variant: 'destructive' });
      focusField(first);
      return;
    }
    content.save(isPublished, (version) => putFacts({ ...facts, version, ...(isPublished && { publish: true }) }));
  }

  return (
    <section aria-labelledby="facts-title" className="policy-form grid gap-4">
      <div className="panel">
        <PanelHead id="facts-title" title={m.admin_facts_title()} onClose={onClose} />
        <p className="text-ink-soft">{m.admin_facts_hint()}</p>
      </div>
      <ContentForm<AdminFacts>
        content={content}
        labelledBy="facts-title"
        onSave={onSave}
        factsOf={(current) =>
          FIELDS.filter((field) => factsValueText(field, current[field]) !== factsValueText(field, facts[field])).map(
            (field) => [factsLabels[field](), factsValueText(field, current[field])] as const,
          )
        }
        preview={{ path: '/contact', item: 'facts:facts' }}
        reset={
          row.origin === 'custom'
            ? {
                name: m.admin_facts_reset(),
                title: m.admin_facts_reset_title(),
                text: m.admin_facts_reset_text(),
                run: (onSettled) => content.reset(() => deleteFacts(row.version), onSettled),
              }
            : null
        }
      >
        <FactsFields values={values} facts={facts} errorOf={errorOf} set={set} />
      </ContentForm>
    </section>
  );
}
