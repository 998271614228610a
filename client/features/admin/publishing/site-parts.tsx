import * as m from '#messages';
import { PICTURES_ROW, QUESTIONS_ROW, STORIES_ROW } from '#shared/content/text-keys.ts';
import { FactsPanel } from './facts/panel.tsx';
import { FaqPanel } from './faq/panel.tsx';
import { PictureSlotsPanel } from './picture-slots/panel.tsx';
import { PoliciesPanel } from './policies/panel.tsx';
import RevisionList from './revision-list.tsx';
import { FACTS_ROW, RULES_ROW } from './rows.ts';
import { ShippingPanel } from './shipping/panel.tsx';
import { StoriesPanel } from './stories/panel.tsx';
import { TextsPanel } from './texts/panel.tsx';

export type SitePartsProps = { onOpen: (row: string) => void };

/** Every kind of content with links to its forms, and the published revisions. */
export default function SiteParts({ onOpen }: SitePartsProps) {
  const parts = [
    { id: 'texts', title: m.admin_texts_title(), panel: <TextsPanel /> },
    { id: 'pictures', title: m.admin_places_title(), panel: <PictureSlotsPanel onOpen={() => onOpen(PICTURES_ROW)} /> },
    { id: 'questions', title: m.admin_faq_title(), panel: <FaqPanel onOpen={() => onOpen(QUESTIONS_ROW)} /> },
    { id: 'stories', title: m.admin_stories_title(), panel: <StoriesPanel onOpen={() => onOpen(STORIES_ROW)} /> },
    { id: 'facts', title: m.admin_facts_title(), panel: <FactsPanel onOpen={() => onOpen(FACTS_ROW)} /> },
    { id: 'shipping', title: m.admin_shipping_title(), panel: <ShippingPanel onOpen={() => onOpen(RULES_ROW)} /> },
    { id: 'policies', title: m.admin_policies_title(), panel: <PoliciesPanel onOpen={onOpen} /> },
  ];
  return (
    <>
      <nav aria-label={m.admin_site_parts()} className="site-parts">
        {parts.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {parts.map(({ id, panel }) => (
        <div key={id} id={id} tabIndex={-1}>
          {panel}
        </div>
      ))}
      <RevisionList />
    </>
  );
}
