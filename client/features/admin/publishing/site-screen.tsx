import type { ReactElement } from 'react';
import * as m from '#messages';
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
import { lazyPanel } from '../kit/lazy.tsx';
import { Skeleton } from '../kit/load-states.tsx';
import { useOpenRow } from '../kit/open-row.ts';
import { useUnpublished } from './api.ts';
import { useFacts, useFaq, useLook, usePictureSlots, usePolicies, useShippingRules, useStories } from './reads.ts';
import { FACTS_ROW, LOOK_ROW, RULES_ROW } from './rows.ts';
import type { SitePartsProps } from './site-parts.tsx';
import { UnpublishedList } from './unpublished-list.tsx';
import { useViewPosition } from './use-view-position.ts';

const four = <Skeleton rows={4} />;
const six = <Skeleton rows={6} />;
const PreviewFrame = lazyPanel(() => import('./preview-frame.tsx'), <Skeleton className="h-[72vh]" />);
// Below the first view.
const SiteParts = lazyPanel(() => import('./site-parts.tsx'), <Skeleton rows={7} className="h-28" />);
const PolicyForm = lazyPanel(() => import('./policies/form.tsx'), four);
const TextsScreen = lazyPanel(() => import('./texts/screen.tsx'), six);
const ShippingForm = lazyPanel(() => import('./shipping/form.tsx'), four);
const FaqForm = lazyPanel(() => import('./faq/form.tsx'), four);
const PictureSlotsScreen = lazyPanel(() => import('./picture-slots/screen.tsx'), six);
const StoriesScreen = lazyPanel(() => import('./stories/screen.tsx'), four);
const StoryForm = lazyPanel(() => import('./stories/form.tsx'), four);
const LookForm = lazyPanel(() => import('./look/form.tsx'), four);
const FactsForm = lazyPanel(() => import('./facts/form.tsx'), four);

/** Lists with forms below them; going back restores their scroll position. */
const LISTS: ReadonlySet<string> = new Set(['', TEXTS_ROW, PICTURES_ROW, STORIES_ROW]);

/** Unpublished changes, the pages with them, all content, and the published revisions, which can be reverted. */
export default function SiteScreen() {
  const row = useOpenRow();
  useViewPosition(row.opened, LISTS.has(row.opened));
  const content = useSiteContent();
  return <div className="grid max-w-5xl gap-4">{openedPart(row, content) ?? <Overview onOpen={row.open} />}</div>;
}

/** All content that has a form. It stays loaded while a form is open, so that going back shows a complete overview. */
function useSiteContent() {
  return {
    policies: usePolicies().data,
    rules: useShippingRules().data,
    facts: useFacts().data,
    look: useLook().data,
    faq: useFaq().data,
    stories: useStories().data,
    pictureSlots: usePictureSlots().data,
  };
}

type Row = ReturnType<typeof useOpenRow>;

/** The list or the form at a path below Site; `null` for the overview. */
function openedPart({ opened, open, close }: Row, content: ReturnType<typeof useSiteContent>): ReactElement | null {
  const { policies, rules, facts, look, faq, stories, pictureSlots } = content;
  if (opened === TEXTS_ROW || opened.startsWith(TEXT_ROW)) {
    return <TextsScreen opened={opened.slice(TEXT_ROW.length)} onClose={close} />;
  }
  if (opened === RULES_ROW) return rules ? <ShippingForm rules={rules} onClose={close} /> : four;
  if (opened === FACTS_ROW) return facts ? <FactsForm facts={facts} onClose={close} /> : four;
  if (opened === LOOK_ROW) return look ? <LookForm look={look} onClose={close} /> : four;
  if (opened === QUESTIONS_ROW) return faq ? <FaqForm faq={faq} onClose={close} /> : four;
  if (opened === PICTURES_ROW || opened.startsWith(PICTURE_ROW)) {
    if (!pictureSlots) return six;
    return <PictureSlotsScreen slots={pictureSlots} opened={opened.slice(PICTURE_ROW.length)} onClose={close} />;
  }
  if (opened === STORIES_ROW || opened.startsWith(STORY_ROW)) {
    if (!stories) return four;
    const openStory = (id: string) => open(STORY_ROW + id);
    const story = opened === STORY_ROW + NEW_STORY ? null : stories.find(({ id }) => opened === STORY_ROW + id);
    if (story === undefined) return <StoriesScreen stories={stories} onOpen={openStory} onClose={close} />;
    const form = { story, onSaved: ({ id }: AdminStory) => openStory(id), onClose: () => open(STORIES_ROW) };
    return <StoryForm key={opened} {...form} />;
  }
  if (opened === '') return null;
  if (!policies) return four;
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
