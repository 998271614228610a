import { useState } from 'react';
import * as m from '#messages';
import { storyPath } from '#shared/content/page-address.ts';
import { mediaIdOf } from '#shared/content/picture-ref.ts';
import { type AdminStory, missingInStory } from '#shared/content/stories.ts';
import { STORY_KINDS } from '#shared/content/story-page.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { languageName } from '../../../../lib/display-names.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { toast } from '../../../../ui/toast.ts';
import { type FieldState, focusField } from '../../kit/form/field-state.ts';
import { issueText } from '../../kit/form/issue-text.ts';
import { StatusBadge } from '../../kit/status.tsx';
import { factsOf, useLibrary } from '../../media/media-library.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { Switch } from '../switch.tsx';
import { patchStory, resetStory, useSaveStory } from './api.ts';
import { type SetStoryValue, StoryFields } from './fields.tsx';
import { fieldsOf, type StoryValues, snapshotOf, valuesOf, wholeOf } from './values.ts';
import {
  standingOf,
  storyKinds,
  storyLabels,
  storyName,
  storyPathLabel,
  storyStates,
  storyValueText,
} from './words.ts';

/** A story in all languages; saved as a draft, or published. */
export default function StoryForm({ story, onClose }: { story: AdminStory; onClose: () => void }) {
  const { id } = story;
  const content = useContentForm({ key: `story:${id}`, row: story, valuesOf, snapshotOf, change: useSaveStory() });
  const { values, refused } = content;
  const own = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const [showsErrors, setShowsErrors] = useState(false);
  const library = useLibrary(mediaIdOf(values.picture) !== null);
  const pictures = { ...story.pictures, ...factsOf(library.data ?? []) };

  const { fields, errors } = fieldsOf(values);
  const missing = new Map(missingInStory(wholeOf(fields, pictures)).map(({ path, code }) => [path, code]));
  const state = stateOf({ errors, refused, missing, showsErrors });
  const set: SetStoryValue = (name, value) =>
    content.form.setValue(name as 'minutes', value as string, { shouldDirty: true });

  function onSave(isPublished: boolean): void {
    setShowsErrors(isPublished);
    const [first] = [...Object.keys(errors), ...(isPublished ? missing.keys() : [])];
    if (first !== undefined) {
      const at = LANGUAGES.find((each) => first.endsWith(`.${each}`));
      if (at) setLanguage(at);
      toast({ title: m.admin_policy_unfinished(), variant: 'destructive' });
      // The other language may be behind the switch.
      requestAnimationFrame(() => focusField(first));
      return;
    }
    // What was hidden stays so until somebody shows it.
    const publish = isPublished && { publish: true as const, ...(story.shown === null && { state: 'live' as const }) };
    content.save(isPublished, (version) => patchStory(id, { ...fields, version, ...publish }));
  }

  const name = storyName(story);
  const path = storyPath(story, own);
  return (
    <section aria-labelledby="story-title" className="panel policy-form">
      <button type="button" className="text-button justify-self-start" onClick={onClose}>
        {m.admin_stories_back()}
      </button>
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="story-title" className="[overflow-wrap:anywhere]">
          {name}
        </h2>
        <StatusBadge status={standingOf(story)} labels={storyStates} />
      </div>
      <ContentForm<AdminStory>
        content={content}
        labelledBy="story-title"
        language={language}
        className="grid gap-5"
        onSave={onSave}
        factsOf={(current) => differences(valuesOf(current), values)}
        preview={story.slug[own] === '' ? null : { path, item: `story:${id}` }}
        reset={
          story.isFirst && (story.origin === 'custom' || story.changed.length > 0)
            ? {
                name: m.admin_story_reset(),
                title: m.admin_story_reset_title({ name }),
                text: m.admin_policy_reset_text(),
                run: (onSettled) => content.reset(() => resetStory(story), onSettled),
              }
            : null
        }
      >
        <Switch
          label={storyLabels.kind()}
          options={STORY_KINDS.map((kind) => [kind, storyKinds[kind]()])}
          value={values.kind}
          onChange={(kind) => set('kind', kind)}
        />
        <div className="language-switch">
          <Switch
            label={m.admin_preview_language()}
            options={LANGUAGES.map((each) => [each, languageName(each)])}
            value={language}
            onChange={setLanguage}
          />
        </div>
        <StoryFields values={values} set={set} state={state} pictures={pictures} />
      </ContentForm>
    </section>
  );
}

type Lacks = {
  /** What cannot be saved, by path. */
  errors: Readonly<Record<string, string>>;
  /** What the server has refused, in words. */
  refused: Readonly<Record<string, string>>;
  /** What it lacks to be public. */
  missing: ReadonlyMap<string, string>;
  /** Somebody wants to publish. */
  showsErrors: boolean;
};

function stateOf({ errors, refused, missing, showsErrors }: Lacks): FieldState {
  const lackOf = (path: string): string | undefined => {
    const code = missing.get(path);
    return code === 'required' ? m.admin_faq_missing() : issueText(code);
  };
  return {
    errorOf: (path) => issueText(errors[path]) ?? refused[path] ?? (showsErrors ? lackOf(path) : undefined),
    noteOf: (path) => (showsErrors ? undefined : lackOf(path)),
  };
}

/** The fields in which another version has something else, as it is there. */
function differences(theirs: StoryValues, mine: StoryValues): (readonly [string, string])[] {
  const names = Object.keys(theirs) as (keyof StoryValues)[];
  return names
    .filter((name) => JSON.stringify(theirs[name]) !== JSON.stringify(mine[name]))
    .map((name) => [storyPathLabel(name), theirText(name, theirs[name])] as const);
}

/** A long text as it is written, where two versions are beside each other. */
function theirText(name: keyof StoryValues, value: StoryValues[keyof StoryValues]): string {
  return typeof value === 'object'
    ? LANGUAGES.map((language) => value[language]).join('\n\n')
    : storyValueText(name, value);
}
