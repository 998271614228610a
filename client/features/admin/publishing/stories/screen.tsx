import { useState } from 'react';
import * as m from '#messages';
import type { AdminStory } from '#shared/content/stories.ts';
import { NEW_STORY } from '#shared/content/text-keys.ts';
import { dayText } from '../../../../lib/day-text.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { TrashButton } from '../../kit/row-buttons.tsx';
import { StatusBadge } from '../../kit/status.tsx';
import { PictureThumb } from '../../media/picture-thumb.tsx';
import { patchStory, useDeleteStory, useSaveStory } from './calls.ts';
import { standingOf, storyKinds, storyName, storyStates } from './words.ts';

type Props = { stories: readonly AdminStory[]; onOpen: (id: string) => void; onClose: () => void };

/** All stories, newest first: to open, hide, show or delete. */
export default function StoriesScreen({ stories, onOpen, onClose }: Props) {
  const deletion = useDeleteStory();
  const [deleted, setDeleted] = useState<AdminStory | null>(null);
  return (
    <section aria-labelledby="stories-title" className="panel policy-form">
      <button type="button" className="text-button justify-self-start" onClick={onClose}>
        {m.admin_policy_back()}
      </button>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="stories-title">{m.admin_stories_title()}</h2>
        <Button size="small" onClick={() => onOpen(NEW_STORY)}>
          {m.admin_story_add()}
        </Button>
      </div>
      <p className="text-ink-soft">{m.admin_stories_hint()}</p>
      {stories.length === 0 && <p role="status">{m.admin_stories_none()}</p>}
      <ul className="change-list">
        {stories.map((story) => (
          <StoryRow key={story.id} story={story} onOpen={() => onOpen(story.id)} onDelete={() => setDeleted(story)} />
        ))}
      </ul>
      {deleted && (
        <ConfirmDialog
          title={m.admin_story_delete_title({ name: storyName(deleted) })}
          text={deleted.shown === null ? m.admin_story_delete_draft() : m.admin_story_delete_text()}
          confirm={m.admin_delete()}
          pending={m.admin_deleting()}
          isPending={deletion.isPending}
          onConfirm={() => deletion.mutate(deleted, { onSettled: () => setDeleted(null) })}
          onClose={() => setDeleted(null)}
        />
      )}
    </section>
  );
}

function StoryRow({ story, onOpen, onDelete }: { story: AdminStory; onOpen: () => void; onDelete: () => void }) {
  const language = useLanguage();
  const change = useSaveStory();
  const { id, kind, publishedOn, picture, pictures, shown, version, isFirst } = story;
  const name = storyName(story);
  const set = (state: 'live' | 'hidden') => change.mutate(() => patchStory(id, { state, version, publish: true }));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <PictureThumb name={picture ?? undefined} pictures={pictures} isLarge />
      <div className="min-w-40 flex-1">
        <button type="button" className="text-button text-left [overflow-wrap:anywhere]" onClick={onOpen}>
          {name}
        </button>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <StatusBadge status={standingOf(story)} labels={storyStates} />
          <span>{storyKinds[kind]()}</span>
          <span>{dayText(publishedOn, language)}</span>
        </p>
      </div>
      {shown !== null && (
        <Button
          size="small"
          variant="quiet"
          isPending={change.isPending}
          aria-label={shown === 'live' ? m.admin_product_hide_of({ name }) : m.admin_story_show_of({ name })}
          onClick={() => set(shown === 'live' ? 'hidden' : 'live')}
        >
          {shown === 'live' ? m.admin_product_hide() : m.admin_story_show()}
        </Button>
      )}
      {!isFirst && <TrashButton label={m.admin_story_delete_of({ name })} onClick={onDelete} />}
    </li>
  );
}
