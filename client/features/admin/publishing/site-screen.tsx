import type { ReactElement } from 'react';
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
import { useFacts } from './facts/use-facts.ts';
import { useFaq } from './faq/api.ts';
import { usePictureSlots } from './picture-slots/api.ts';
import { usePolicies } from './policies/api.ts';
import { FACTS_ROW, RULES_ROW } from './rows.ts';
import { useShippingRules } from './shipping/api.ts';
import type { SitePartsProps } from './site-parts.tsx';
import { useStories } from './stories/api.ts';
import { UnpublishedList } from './unpublished-list.tsx';
import { useViewPosition } from './use-view-position.ts';

const PreviewFrame = lazyPanel<{ path: string; version?: string; isEditable?: boolean }>(
  () => import('./preview-frame.tsx'),
  <Skeleton className="h-[72vh]" />,
);

// Below the first view.
const SiteParts = lazyPanel<SitePartsProps>(() => import('./site-parts.tsx'), <Skeleton rows={7} className="h-28" />);

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

/** Lists with forms below them; going back restores their scroll position. */
const LISTS: ReadonlySet<string> = new Set(['', TEXTS_ROW, PICTURES_ROW, STORIES_ROW]);

/** Unpublished changes, the pages with them, all content, and the published revisions, which can be reverted. */
export default function SiteScreen() {
  const row = useOpenRow();
  useViewPosition(row.opened, LISTS.has(row.opened));
  const content = useSiteContent();
  return <div className="site-screen">{openedPart(row, content) ?? <Overview onOpen={row.open} />}</div>;
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
  if (opened === RULES_ROW) return rules ? <ShippingForm rules={rules} onClose={close} /> : <Skeleton rows={4} />;
  if (opened === FACTS_ROW) return facts ? <FactsForm facts={facts} onClose={close} /> : <Skeleton rows={4} />;
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

function Overview({ onOpen }: SitePartsProps) {
  return (
    <>
      <UnpublishedList />
      <Pages />
      <SiteParts onOpen={onOpen} />
    </>
  );
}

/** The pages with unpublished changes; a press on a sentence or a picture opens its form. */
function Pages() {
  const { data } = useUnpublished();
  return (
    <section aria-labelledby="site-preview" className="panel">
      <h2 id="site-preview">{m.admin_pages_title()}</h2>
      <p className="text-ink-soft">{m.admin_pages_text()}</p>
      <PreviewFrame path="/" isEditable version={JSON.stringify(data ?? [])} />
    </section>
  );
}
