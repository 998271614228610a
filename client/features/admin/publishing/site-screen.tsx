import { type ReactElement, type ReactNode, useState } from 'react';
import * as m from '#messages';
import type { AdminFaq } from '#shared/content/faq.ts';
import type { AdminPictureSlot } from '#shared/content/picture-slots.ts';
import type { AdminPolicy } from '#shared/content/policies.ts';
import type { AdminFacts } from '#shared/content/shop-facts.ts';
import type { AdminStory } from '#shared/content/stories.ts';
import {
  NEW_STORY,
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
import { usePictureSlots } from './picture-slots/api.ts';
import { PictureSlotsPanel } from './picture-slots/panel.tsx';
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

type PictureSlotsProps = { slots: readonly AdminPictureSlot[]; opened?: string; onClose: () => void };
const PictureSlotsScreen = lazyPanel<PictureSlotsProps>(
  () => import('./picture-slots/screen.tsx'),
  <Skeleton rows={6} />,
);

type StoriesProps = { stories: readonly AdminStory[]; onOpen: (id: string) => void; onClose: () => void };
const StoriesScreen = lazyPanel<StoriesProps>(() => import('./stories/screen.tsx'), <Skeleton rows={4} />);

type StoryProps = { story: AdminStory | null; onSaved: (story: AdminStory) => void; onClose: () => void };
const StoryForm = lazyPanel<StoryProps>(() => import('./stories/form.tsx'), <Skeleton rows={4} />);

type FactsProps = { facts: AdminFacts; onClose: () => void };
const FactsForm = lazyPanel<FactsProps>(() => import('./facts/form.tsx'), <Skeleton rows={4} />);

/** Path segments of the rules of shipping and of the facts, beside the kinds of policies. */
const RULES = 'shipping-rules';
const FACTS = 'facts';
/** Lists with forms below them; going back restores their scroll position. */
const LISTS: ReadonlySet<string> = new Set(['', TEXTS_ROW, PICTURES_ROW, STORIES_ROW]);

/** Unpublished changes, a preview of the pages with them, and the published revisions, which can be reverted. */
export default function SiteScreen() {
  const row = useOpenRow();
  useViewPosition(row.opened, LISTS.has(row.opened));
  const content = useSiteContent();
  const [isPreview, setIsPreview] = useState(false);
  const preview = <PreviewSection isOpen={isPreview} onToggle={() => setIsPreview(!isPreview)} />;
  return (
    <div className="site-screen">{openedPart(row, content) ?? <Overview preview={preview} onOpen={row.open} />}</div>
  );
}

/** All content that has a form. It stays loaded while a form is open, so that going back shows a complete overview. */
function useSiteContent() {
  return {
    policies: usePolicies().data,
    rules: useShippingRules().data,
    facts: useFacts().data,
    faq: useFaq().data,
    stories: useStories().data,
    pictureSlots: usePictureSlots().data,
  };
}

type Row = ReturnType<typeof useOpenRow>;

/** The list or the form at a path below Site; `null` for the overview. */
function openedPart({ opened, open, close }: Row, content: ReturnType<typeof useSiteContent>): ReactElement | null {
  const { policies, rules, facts, faq, stories, pictureSlots } = content;
  if (opened === TEXTS_ROW || opened.startsWith(TEXT_ROW)) {
    return <TextsScreen opened={opened.slice(TEXT_ROW.length)} onClose={close} />;
  }
  if (opened === RULES) return rules ? <ShippingForm rules={rules} onClose={close} /> : <Skeleton rows={4} />;
  if (opened === FACTS) return facts ? <FactsForm facts={facts} onClose={close} /> : <Skeleton rows={4} />;
  if (opened === QUESTIONS_ROW) return faq ? <FaqForm faq={faq} onClose={close} /> : <Skeleton rows={4} />;
  if (opened === PICTURES_ROW || opened.startsWith(PICTURE_ROW)) {
    if (!pictureSlots) return <Skeleton rows={6} />;
    return <PictureSlotsScreen slots={pictureSlots} opened={opened.slice(PICTURE_ROW.length)} onClose={close} />;
  }
  if (opened === STORIES_ROW || opened.startsWith(STORY_ROW)) {
    if (!stories) return <Skeleton rows={4} />;
    const openStory = (id: string) => open(STORY_ROW + id);
    const story = opened === STORY_ROW + NEW_STORY ? null : stories.find(({ id }) => opened === STORY_ROW + id);
    if (story === undefined) return <StoriesScreen stories={stories} onOpen={openStory} onClose={close} />;
    const form = { story, onSaved: ({ id }: AdminStory) => openStory(id), onClose: () => open(STORIES_ROW) };
    return <StoryForm key={opened} {...form} />;
  }
  if (opened === '') return null;
  if (!policies) return <Skeleton rows={4} />;
  const policy = policies.find(({ kind }) => kind === opened);
  return policy ? <PolicyForm key={opened} policy={policy} onClose={close} /> : null;
}

function Overview({ preview, onOpen }: { preview: ReactNode; onOpen: (row: string) => void }) {
  const parts = [
    { id: 'texts', title: m.admin_texts_title(), panel: <TextsPanel /> },
    { id: 'pictures', title: m.admin_places_title(), panel: <PictureSlotsPanel onOpen={() => onOpen(PICTURES_ROW)} /> },
    { id: 'questions', title: m.admin_faq_title(), panel: <FaqPanel onOpen={() => onOpen(QUESTIONS_ROW)} /> },
    { id: 'stories', title: m.admin_stories_title(), panel: <StoriesPanel onOpen={() => onOpen(STORIES_ROW)} /> },
    { id: 'facts', title: m.admin_facts_title(), panel: <FactsPanel onOpen={() => onOpen(FACTS)} /> },
    { id: 'shipping', title: m.admin_shipping_title(), panel: <ShippingPanel onOpen={() => onOpen(RULES)} /> },
    { id: 'policies', title: m.admin_policies_title(), panel: <PoliciesPanel onOpen={onOpen} /> },
  ];
  return (
    <>
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
      {preview}
      <RevisionList />
    </>
  );
}

/** A preview with unpublished changes, loaded on demand. */
function PreviewSection({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const { data } = useUnpublished();
  return (
    <section aria-labelledby="site-preview" className="panel">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="site-preview">{m.admin_site_preview()}</h2>
        <button type="button" className="text-button" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? m.admin_preview_close() : m.admin_preview_open()}
        </button>
      </div>
      <p className="text-ink-soft">{m.admin_preview_text()}</p>
      {isOpen && <PreviewFrame path="/shop" isEditable version={JSON.stringify(data ?? [])} />}
    </section>
  );
}
