import { useState } from 'react';
import * as m from '#messages';
import { LANGUAGES, type Language } from '#shared/language.ts';
import { storyPath } from '#shared/page-address.ts';
import { mediaIdOf } from '#shared/picture-ref.ts';
import { type AdminStory, missingInStory, STORY_MAX, STORY_PLACEHOLDERS } from '#shared/stories.ts';
import { STORY_KINDS } from '#shared/story-page.ts';
import { languageName } from '../../../lib/display-names.ts';
import { useLanguage } from '../../../lib/language.ts';
import { TextField } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { BothLanguages } from '../form/both-languages.tsx';
import { fieldId, focusField } from '../form/field-state.ts';
import { issueText } from '../issue-text.ts';
import { factsOf, useLibrary } from '../media-library.ts';
import { StatusBadge } from '../status.tsx';
import { ContentForm, useContentForm } from './content-form.tsx';
import { patchStory, resetStory, useSaveStory } from './stories-api.ts';
import { StoryPicture } from './story-picture.tsx';
import { fieldsOf, type StoryValues, snapshotOf, titled, valuesOf, wholeOf } from './story-values.ts';
import {
  standingOf,
  storyKinds,
  storyLabels,
  storyName,
  storyPathLabel,
  storyStates,
  storyValueText,
} from './story-words.ts';
import { Switch } from './switch.tsx';

type TextName = 'slug' | 'summary' | 'body' | 'yields' | 'ingredients' | 'steps';
const DAY_MAX = 10;

/** A story in all languages; saved as a draft, or published. */
export default function StoryForm({ story, onClose }: { story: AdminStory; onClose: () => void }) {
  const { id } = story;
  const content = useContentForm({ key: `story:${id}`, row: story, valuesOf, snapshotOf, change: useSaveStory() });
  const { setValue } = content.form;
  const { values, refused } = content;
  const own = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const [wantsAll, setWantsAll] = useState(false);
  const library = useLibrary(mediaIdOf(values.picture) !== null);
  const pictures = { ...story.pictures, ...factsOf(library.data ?? []) };

  const { fields, errors } = fieldsOf(values);
  const missing = new Map(missingInStory(wholeOf(fields, pictures)).map(({ path, code }) => [path, code]));
  const lackOf = (path: string): string | undefined => {
    const code = missing.get(path);
    return code === undefined ? undefined : code === 'required' ? m.admin_faq_missing() : issueText(code);
  };
  const errorOf = (path: string): string | undefined => {
    const code = errors[path];
    return code === undefined ? refused[path] : issueText(code);
  };
  const state = {
    errorOf: (path: string) => errorOf(path) ?? (wantsAll ? lackOf(path) : undefined),
    noteOf: (path: string) => (wantsAll ? undefined : lackOf(path)),
  };
  const set = <Name extends keyof StoryValues>(name: Name, value: StoryValues[Name]) =>
    setValue(name as 'minutes', value as string, { shouldDirty: true });

  function onSave(isPublished: boolean): void {
    setWantsAll(isPublished);
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

  const text = (name: TextName, rows?: number, hint?: string) => (
    <BothLanguages
      path={name}
      label={storyLabels[name]()}
      value={values[name]}
      maxLength={name === 'slug' ? 80 : STORY_MAX[name]}
      {...(rows !== undefined && { rows })}
      hint={hint}
      state={state}
      onChange={(at, typed) => set(name, { ...values[name], [at]: typed })}
    />
  );

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
        factsOf={(current) => {
          const theirs = valuesOf(current);
          const names = Object.keys(theirs) as (keyof StoryValues)[];
          return names
            .filter((each) => JSON.stringify(theirs[each]) !== JSON.stringify(values[each]))
            .map((each) => [storyPathLabel(each), theirText(each, theirs[each])] as const);
        }}
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
        <BothLanguages
          path="title"
          label={storyLabels.title()}
          value={values.title}
          maxLength={STORY_MAX.title}
          state={state}
          onChange={(at, typed) => {
            const { title, slug } = titled(values, at, typed);
            set('title', title);
            if (slug !== values.slug) set('slug', slug);
          }}
        />
        {text('slug', undefined, m.admin_story_slug_hint())}
        {text('summary', 3, m.admin_story_summary_hint())}
        <StoryPicture
          value={values.picture}
          pictures={pictures}
          state={state}
          onChange={(each) => set('picture', each)}
        />
        <TextField
          id={fieldId('publishedOn')}
          type="date"
          label={storyLabels.publishedOn()}
          hint={m.admin_story_day_hint()}
          error={state.errorOf('publishedOn')}
          maxLength={DAY_MAX}
          fieldClass="justify-self-start"
          value={values.publishedOn}
          onChange={(event) => set('publishedOn', event.target.value)}
        />
        {text('body', 10)}
        <p className="text-sm text-cafecito-soft">
          {m.admin_policy_hint({ placeholders: STORY_PLACEHOLDERS.map((each) => `{{${each}}}`).join(' ') })}
        </p>
        {values.kind === 'recipe' && (
          <>
            {text('yields', undefined, m.admin_story_yields_hint())}
            <TextField
              id={fieldId('minutes')}
              inputMode="numeric"
              autoComplete="off"
              label={storyLabels.minutes()}
              hint={state.noteOf('minutes')}
              error={state.errorOf('minutes')}
              maxLength={6}
              fieldClass="justify-self-start"
              value={values.minutes}
              onChange={(event) => set('minutes', event.target.value)}
            />
            {text('ingredients', 7, m.admin_story_lines_hint())}
            {text('steps', 9, m.admin_story_lines_hint())}
          </>
        )}
      </ContentForm>
    </section>
  );
}

/** A long text as it is written, where two versions are beside each other. */
function theirText(name: keyof StoryValues, value: StoryValues[keyof StoryValues]): string {
  return typeof value === 'object'
    ? LANGUAGES.map((language) => value[language]).join('\n\n')
    : storyValueText(name, value);
}
