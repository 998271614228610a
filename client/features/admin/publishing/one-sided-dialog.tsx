import * as m from '#messages';
import type { OneSided } from '#shared/content/one-sided.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { kindWords } from './kinds.ts';
import { useThingNames } from './use-thing-names.ts';

/** One-sided texts of an item; its name heads them where several items are published. */
export type OneSidedItem = { kind: string; id: string; name?: string; texts: readonly OneSided[] };

type Props = { items: readonly OneSidedItem[]; onPublish: () => void; onClose: () => void };

const states = {
  changed: { tone: 'blue', label: m.admin_one_sided_changed },
  left: { tone: 'yellow', label: m.admin_one_sided_left },
} as const;

/** Before publishing: the texts of which only one language was changed, side by side. */
export default function OneSidedDialog({ items, onPublish, onClose }: Props) {
  const names = useThingNames(items);
  return (
    <Dialog
      title={m.admin_one_sided_title()}
      description={m.admin_one_sided_text()}
      className="one-sided"
      onClose={onClose}
    >
      {items.map(({ kind, id, name, texts }) => (
        <section key={`${kind} ${id}`} className="mt-4 grid gap-4">
          {name !== undefined && <h3>{kindWords(kind).name({ id, name }, names)}</h3>}
          {texts.map(({ path, left, text }) => (
            <div key={path}>
              <p className="font-semibold">{labelOf(kind, path)}</p>
              <div className="both-languages mt-1">
                {LANGUAGES.map((language) => (
                  <div key={language}>
                    <p className="flex flex-wrap items-center gap-2 text-ink-soft">
                      <span>{languageName(language)}</span>
                      <StatusBadge status={left.includes(language) ? 'left' : 'changed'} labels={states} />
                    </p>
                    <p lang={language} className="mt-1 whitespace-pre-line">
                      {text[language]}
                    </p>
                  </div>
                ))}
              </div>
            </div>
          ))}
        </section>
      ))}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onClose} data-autofocus>
          {m.admin_one_sided_back()}
        </Button>
        <Button
          size="small"
          onClick={() => {
            onClose();
            onPublish();
          }}
        >
          {m.admin_one_sided_publish()}
        </Button>
      </div>
    </Dialog>
  );
}

/** `questions.2.answer` is the answer of the third question. */
function labelOf(kind: string, path: string): string {
  const [field = '', at, part] = path.split('.');
  if (at === undefined) return kindWords(kind).fieldLabel(field);
  const name = part === 'question' ? m.admin_faq_question() : m.admin_faq_answer();
  return `${m.admin_faq_question_number({ number: Number(at) + 1 })}: ${name}`;
}
