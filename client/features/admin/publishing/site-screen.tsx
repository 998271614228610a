import { useState } from 'react';
import * as m from '#messages';
import type { AdminFaq } from '#shared/content/faq.ts';
import type { AdminPlace } from '#shared/content/picture-places.ts';
import type { AdminPolicy } from '#shared/content/policies.ts';
import type { AdminFacts } from '#shared/content/shop-facts.ts';
import type { AdminStory } from '#shared/content/stories.ts';
import {
  PICTURE_ROW,
  PICTURES_ROW,
  QUESTIONS_ROW,
  STORIES_ROW,
  STORY_ROW,
  TEXT_ROW,
  TEXTS_ROW,
} from '#shared/content/text-keys.ts';
import type { AdminShippingRules } from '#shared/shipping/rules.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { Skeleton } from '../kit/load-states.tsx';
import { useOpenRow } from '../kit/open-row.ts';
import { useUnpublished } from './api.ts';
import { FactsPanel } from './facts/panel.tsx';
import { useFacts } from './facts/use-facts.ts';
import { useFaq } from './faq/api.ts';
import { FaqPanel } from './faq/panel.tsx';
import { usePlaces } from './places/api.ts';
import { PlacesPanel } from './places/panel.tsx';
import { usePolicies } from './policies/api.ts';
import { PoliciesPanel } from './policies/panel.tsx';
import { useShippingRules } from './shipping/api.ts';
import { ShippingPanel } from './shipping/panel.tsx';
import { useStories } from './stories/api.ts';
import { StoriesPanel } from './stories/panel.tsx';
import { TextsPanel } from './texts/panel.tsx';
import { UnpublishedList } from './unpublished-list.tsx';
import { useViewPosition } from './use-view-position.ts';

const PreviewFrame = lazyPanel<{ path: string; version?: string; isEditable?: boolean }>(
  () => import('./preview-frame.tsx'),
  <Skeleton />,
);

const RevisionList = lazyPanel<object>(() => import('./revision-list.tsx'), <Skeleton rows={3} />);

type PolicyProps = { policy: AdminPolicy; onClose: () => void };
const PolicyForm = lazyPanel<PolicyProps>(() => import('./policies/form.tsx'), <Skeleton rows={4} />);

const TextsScreen = lazyPanel<{ opened: string; onClose: () => void }>(
  () => import('./texts/screen.tsx'),
  <Skeleton rows={6} />,
);

type ShippingProps = { rules: AdminShippingRules; onClose: () => void };
const ShippingForm = lazyPanel<ShippingProps>(() => import('./shipping/form.tsx'), <Skeleton rows={4} />);

type FaqProps = { faq: AdminFaq; onClose: () => void };
const FaqForm = lazyPanel<FaqProps>(() => import('./faq/form.tsx'), <Skeleton rows={4} />);

type PlacesProps = { places: readonly AdminPlace[]; opened?: string; onClose: () => void };
const PlacesScreen = lazyPanel<PlacesProps>(() => import('./places/screen.tsx'), <Skeleton rows={6} />);

type StoriesProps = { stories: readonly AdminStory[]; onOpen: (id: string) => void; onClose: () => void };
const StoriesScreen = lazyPanel<StoriesProps>(() => import('./stories/screen.tsx'), <Skeleton rows={4} />);

type StoryProps = { story: AdminStory; onClose: () => void };
const StoryForm = lazyPanel<StoryProps>(() => import('./stories/form.tsx'), <Skeleton rows={4} />);

type FactsProps = { facts: AdminFacts; onClose: () => void };
const FactsForm = lazyPanel<FactsProps>(() => import('./facts/form.tsx'), <Skeleton rows={4} />);

/** The places of the rules of shipping and of the facts, beside the kinds of policies. */
const RULES = 'shipping-rules';
const FACTS = 'facts';
/** Their rows lead on, and one comes back to where one was. */
const LISTS: ReadonlySet<string> = new Set(['', TEXTS_ROW, PICTURES_ROW, STORIES_ROW]);

/** What is saved and not public, the pages as they would be with it, and what was published, with a way back. */
export default function SiteScreen() {
  const { data } = useUnpublished();
  const [isPreview, setIsPreview] = useState(false);
  const { opened, open, close } = useOpenRow();
  useViewPosition(opened, LISTS.has(opened));
  const policies = usePolicies().data;
  const rules = useShippingRules().data;
  const facts = useFacts().data;
  const faq = useFaq().data;
  const stories = useStories().data;
  const places = usePlaces().data;
  const policy = policies?.find(({ kind }) => kind === opened);
  if (opened === TEXTS_ROW || opened.startsWith(TEXT_ROW)) {
    return (
      <div className="site-screen">
        <TextsScreen opened={opened.slice(TEXT_ROW.length)} onClose={close} />
      </div>
    );
  }
  if (opened === RULES) {
    return (
      <div className="site-screen">
        {rules ? <ShippingForm rules={rules} onClose={close} /> : <Skeleton rows={4} />}
      </div>
    );
  }
  if (opened === FACTS) {
    return (
      <div className="site-screen">{facts ? <FactsForm facts={facts} onClose={close} /> : <Skeleton rows={4} />}</div>
    );
  }
  if (opened === QUESTIONS_ROW) {
    return <div className="site-screen">{faq ? <FaqForm faq={faq} onClose={close} /> : <Skeleton rows={4} />}</div>;
  }
  if (opened === PICTURES_ROW || opened.startsWith(PICTURE_ROW)) {
    return (
      <div className="site-screen">
        {places ? (
          <PlacesScreen places={places} opened={opened.slice(PICTURE_ROW.length)} onClose={close} />
        ) : (
          <Skeleton rows={6} />
        )}
      </div>
    );
  }
  if (opened === STORIES_ROW || opened.startsWith(STORY_ROW)) {
    const story = stories?.find(({ id }) => opened === STORY_ROW + id);
    return (
      <div className="site-screen">
        {!stories ? (
          <Skeleton rows={4} />
        ) : story ? (
          <StoryForm key={opened} story={story} onClose={() => open(STORIES_ROW)} />
        ) : (
          <StoriesScreen stories={stories} onOpen={(id) => open(STORY_ROW + id)} onClose={close} />
        )}
      </div>
    );
  }
  if (opened && (policy || !policies)) {
    return (
      <div className="site-screen">
        {policy ? <PolicyForm key={opened} policy={policy} onClose={close} /> : <Skeleton rows={4} />}
      </div>
    );
  }
  const parts = [
    { id: 'texts', title: m.admin_texts_title(), panel: <TextsPanel /> },
    { id: 'pictures', title: m.admin_places_title(), panel: <PlacesPanel onOpen={() => open(PICTURES_ROW)} /> },
    { id: 'questions', title: m.admin_faq_title(), panel: <FaqPanel onOpen={() => open(QUESTIONS_ROW)} /> },
    { id: 'stories', title: m.admin_stories_title(), panel: <StoriesPanel onOpen={() => open(STORIES_ROW)} /> },
    { id: 'facts', title: m.admin_facts_title(), panel: <FactsPanel onOpen={() => open(FACTS)} /> },
    { id: 'shipping', title: m.admin_shipping_title(), panel: <ShippingPanel onOpen={() => open(RULES)} /> },
    { id: 'policies', title: m.admin_policies_title(), panel: <PoliciesPanel onOpen={open} /> },
  ];
  return (
    <div className="site-screen">
      <UnpublishedList />
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
      <section aria-labelledby="site-preview" className="panel">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="site-preview">{m.admin_site_preview()}</h2>
          <button
            type="button"
            className="text-button"
            aria-expanded={isPreview}
            onClick={() => setIsPreview(!isPreview)}
          >
            {isPreview ? m.admin_preview_close() : m.admin_preview_open()}
          </button>
        </div>
        <p className="text-ink-soft">{m.admin_preview_text()}</p>
        {isPreview && <PreviewFrame path="/shop" isEditable version={JSON.stringify(data ?? [])} />}
      </section>
      <RevisionList />
    </div>
  );
}
