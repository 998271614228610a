import { useState } from 'react';
import * as m from '#messages';
import { storyPath } from '#shared/content/page-address.ts';
import { mediaIdOf } from '#shared/content/picture-ref.ts';
import { type AdminStory, missingInStory } from '#shared/content/stories.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { useLanguage } from '../../../../lib/language.ts';
import type { FieldState } from '../../kit/form/field-state.ts';
import { issueText } from '../../kit/form/issue-text.ts';
import { StatusBadge } from '../../kit/status.tsx';
import { factsOf, useLibrary } from '../../media/media-library.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { LanguageSwitch } from '../language-switch.tsx';
import { showUnfinished } from '../show-fault.ts';
import { storyCalls } from './calls.ts';
import { KindSwitch, StoryFields } from './fields.tsx';
import { fieldsOf, newStory, type StoryValues, valuesOf, wholeOf } from './values.ts';
import { standingOf, storyName, storyPathLabel, storyStates, storyValueText } from './words.ts';

type Props = {
  /** `null` for a new one, which is created by its first save. */
  story: AdminStory | null;
  /** A new one has its own path now. */
  onSaved: (story: AdminStory) => void;
  onClose: () => void;
};

/** A story in all languages; saved as a draft, or published. */
export default function StoryForm({ story: read, onSaved, onClose }: Props) {
  const [unsaved] = useState(newStory);
  const story = read ?? unsaved;
  const { id } = story;
  const isNew = read === null;
  const content = useContentForm({ key: `story:${id}`, row: story, valuesOf, calls: storyCalls });
  const { values, refused, set } = content;
  const own = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const { pictures, fields, errors, missing } = useChecked(story, values);
  const state = stateOf({ errors, refused, missing, showsErrors: content.stopped === 'publish' });

  function onFault(fault: string): void {
    const at = LANGUAGES.find((each) => fault.endsWith(`.${each}`));
    if (at) setLanguage(at);
    showUnfinished(fault);
  }

  const name = isNew ? m.admin_story_new() : storyName(story);
  const path = storyPath(story, own);
  const reset = {
    name: m.admin_story_reset(),
    title: m.admin_story_reset_title({ name }),
    text: m.admin_policy_reset_text(),
  };
  return (
    <ContentForm
      content={content}
      title={name}
      back={m.admin_stories_back()}
      badge={!isNew && <StatusBadge status={standingOf(story)} labels={storyStates} />}
      onClose={onClose}
      language={language}
      fields={fields}
      faultIn={(isPublished) => [...Object.keys(errors), ...(isPublished ? missing.keys() : [])][0]}
      onFault={onFault}
      factsOf={(current) => differences(valuesOf(current), values)}
      {...(isNew && { onSaved })}
      thing={isNew ? undefined : { kind: 'story', id }}
      preview={story.slug[own] === '' ? null : { path, item: `story:${id}` }}
      reset={story.isFirst && (story.origin === 'custom' || story.changed.length > 0) && reset}
    >
      <KindSwitch value={values.kind} onChange={(kind) => set('kind', kind)} />
      <LanguageSwitch value={language} onChange={setLanguage} />
      <StoryFields values={values} set={set} state={state} pictures={pictures} />
    </ContentForm>
  );
}

/** The input as fields to save; errors, and fields missing for publishing, by path. */
function useChecked(story: AdminStory, values: StoryValues) {
  const library = useLibrary(mediaIdOf(values.picture) !== null);
  const pictures = { ...story.pictures, ...factsOf(library.data ?? []) };
  const { fields, errors } = fieldsOf(values);
  const missing = new Map(missingInStory(wholeOf(fields, pictures)).map(({ path, code }) => [path, code]));
  return { pictures, fields, errors, missing };
}

type Lacks = {
  /** Errors that prevent saving, by path. */
  errors: Readonly<Record<string, string>>;
  /** The server's refusals, as text. */
  refused: Readonly<Record<string, string>>;
  /** Fields missing for publishing. */
  missing: ReadonlyMap<string, string>;
  /** After an attempt to publish. */
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

/** Fields in which the other version differs, with its values. */
function differences(theirs: StoryValues, mine: StoryValues): (readonly [string, string])[] {
  const names = Object.keys(theirs) as (keyof StoryValues)[];
  return names
    .filter((name) => JSON.stringify(theirs[name]) !== JSON.stringify(mine[name]))
    .map((name) => [storyPathLabel(name), theirText(name, theirs[name])] as const);
}

/** A long text in full, for comparing two versions. */
function theirText(name: keyof StoryValues, value: StoryValues[keyof StoryValues]): string {
  return typeof value === 'object'
    ? LANGUAGES.map((language) => value[language]).join('\n\n')
    : storyValueText(name, value);
}
