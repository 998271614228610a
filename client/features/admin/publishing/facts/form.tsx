import * as m from '#messages';
import type { AdminFacts, FactsChange, ShopFacts } from '#shared/content/shop-facts.ts';
import { adminKeys } from '../../keys.ts';
import { issueText } from '../../kit/form/issue-text.ts';
import { contentCalls } from '../content-calls.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { showFault } from '../show-fault.ts';
import { FactsFields } from './fields.tsx';
import { readValues, valuesOf } from './values.ts';
import { factsLabels, factsValueText } from './words.ts';

const FIELDS = Object.keys(factsLabels) as (keyof ShopFacts)[];

const calls = contentCalls<AdminFacts, FactsChange>(adminKeys.facts, {
  undo: m.admin_facts_undo,
  failed: m.admin_facts_not_saved,
});

/** Phone, addresses, hours and the like; saved as a draft, or published. */
export default function FactsForm({ facts: row, onClose }: { facts: AdminFacts; onClose: () => void }) {
  const content = useContentForm({ key: 'facts', row, valuesOf, calls });
  const { values, refused, stopped, set } = content;
  const { facts, faults } = readValues(values);
  const errorOf = (path: string) => refused[path] ?? (stopped ? issueText(faults[path]) : undefined);
  return (
    <ContentForm
      content={content}
      title={m.admin_facts_title()}
      hint={<p className="text-ink-soft">{m.admin_facts_hint()}</p>}
      hasSections
      onClose={onClose}
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
        row.origin === 'custom' && {
          name: m.admin_facts_reset(),
          title: m.admin_facts_reset_title(),
          text: m.admin_facts_reset_text(),
        }
      }
    >
      <FactsFields values={values} facts={facts} errorOf={errorOf} set={set} />
    </ContentForm>
  );
}
