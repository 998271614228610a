import * as m from '#messages';
import type { AdminFacts, ShopFacts } from '#shared/content/shop-facts.ts';
import { issueText } from '../../kit/form/issue-text.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { PanelHead } from '../panel-head.tsx';
import { showFault } from '../show-fault.ts';
import { factsCalls } from './api.ts';
import { FactsFields } from './fields.tsx';
import { readValues, valuesOf } from './values.ts';
import { factsLabels, factsValueText } from './words.ts';

const FIELDS = Object.keys(factsLabels) as (keyof ShopFacts)[];

/** Phone, addresses, hours and the like; saved as a draft, or published. */
export default function FactsForm({ facts: row, onClose }: { facts: AdminFacts; onClose: () => void }) {
  const content = useContentForm({ key: 'facts', row, valuesOf, calls: factsCalls });
  const { values, refused, stopped, set } = content;
  const { facts, faults } = readValues(values);
  const errorOf = (path: string) => refused[path] ?? (stopped ? issueText(faults[path]) : undefined);
  return (
    <section aria-labelledby="facts-title" className="policy-form grid gap-4">
      <div className="panel">
        <PanelHead id="facts-title" title={m.admin_facts_title()} onClose={onClose} />
        <p className="text-ink-soft">{m.admin_facts_hint()}</p>
      </div>
      <ContentForm
        content={content}
        labelledBy="facts-title"
        fields={facts}
        faultIn={() => Object.keys(faults)[0]}
        onFault={showFault}
        factsOf={(current) =>
          FIELDS.filter((field) => factsValueText(field, current[field]) !== factsValueText(field, facts[field])).map(
            (field) => [factsLabels[field](), factsValueText(field, current[field])] as const,
          )
        }
        preview={{ path: '/contact', item: 'facts:facts' }}
        thing={{ kind: 'facts', id: 'facts' }}
        reset={
          row.origin === 'custom'
            ? { name: m.admin_facts_reset(), title: m.admin_facts_reset_title(), text: m.admin_facts_reset_text() }
            : null
        }
      >
        <FactsFields values={values} facts={facts} errorOf={errorOf} set={set} />
      </ContentForm>
    </section>
  );
}
