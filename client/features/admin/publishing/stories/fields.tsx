import * as m from '#messages';
import { type AdminStory, MAX_STORY, STORY_PLACEHOLDERS } from '#shared/content/stories.ts';
import { STORY_KINDS } from '#shared/content/story-page.ts';
import type { Language } from '#shared/core/language.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { SelectField, TextField } from '../../../../ui/form.tsx';
import { BothLanguages, LocalizedField } from '../../kit/form/both-languages.tsx';
import { type FieldState, fieldId } from '../../kit/form/field-state.ts';
import { FilledIn } from '../../kit/form/filled-in.tsx';
import { useProducts } from '../../products/api.ts';
import { nameOf } from '../../products/product-names.ts';
import { usePolicyFillers } from '../fillers.ts';
import { Switch } from '../switch.tsx';
import { StoryPicture } from './picture.tsx';
import { type StoryValues, titled } from './values.ts';
import { storyKinds, storyLabels } from './words.ts';

export type SetStoryValue = <Name extends keyof StoryValues>(name: Name, value: StoryValues[Name]) => void;

type Props = {
  values: StoryValues;
  set: SetStoryValue;
  state: FieldState;
};

type KindProps = { value: StoryValues['kind']; onChange: (kind: StoryValues['kind']) => void };

/** Switches between story and recipe; a recipe has more fields. */
export function KindSwitch({ value, onChange }: KindProps) {
  return (
    <Switch
      label={storyLabels.kind()}
      options={STORY_KINDS.map((kind) => [kind, storyKinds[kind]()])}
      value={value}
      onChange={onChange}
    />
  );
}

/** The fields of every story, followed by those of a recipe. */
export function StoryFields({ pictures, ...props }: Props & { pictures: AdminStory['pictures'] }) {
  const { values, set, state } = props;
  return (
    <>
      <BothLanguages
        path="title"
        label={storyLabels.title()}
        value={values.title}
        maxLength={MAX_STORY.title}
        state={state}
        onChange={(at, typed) => {
          const { title, slug } = titled(values, at, typed);
          set('title', title);
          if (slug !== values.slug) set('slug', slug);
        }}
      />
      <StoryText {...props} name="slug" hint={m.admin_story_slug_hint()} />
      <StoryText {...props} name="summary" rows={3} hint={m.admin_story_summary_hint()} />
      <StoryPicture
        value={values.picture}
        pictures={pictures}
        state={state}
        onChange={(picture) => set('picture', picture)}
      />
      <ProductField {...props} />
      <TextField
        id={fieldId('publishedOn')}
        type="date"
        label={storyLabels.publishedOn()}
        hint={m.admin_story_day_hint()}
        error={state.errorOf('publishedOn')}
        maxLength={MAX_DAY}
        fieldClass="justify-self-start"
        value={values.publishedOn}
        onChange={(event) => set('publishedOn', event.target.value)}
      />
      <StoryBody {...props} />
      <p className="text-sm text-ink-soft">{m.admin_policy_hint()}</p>
      {values.kind === 'recipe' && <RecipeFields {...props} />}
    </>
  );
}

/** The text in Markdown, with the facts that it may name. */
function StoryBody({ values: { body }, set, state }: Props) {
  const fillers = usePolicyFillers();
  const write = (language: Language, typed: string) => set('body', { ...body, [language]: typed });
  return (
    <BothLanguages
      path="body"
      label={storyLabels.body()}
      value={body}
      maxLength={MAX_STORY.body}
      rows={10}
      state={state}
      onChange={write}
      isMarkdown
      below={(language) => (
        <FilledIn
          path={`body.${language}`}
          language={language}
          text={body[language]}
          fillers={fillers(language).filter(({ name }) => STORY_PLACEHOLDERS.some((known) => known === name))}
          written={(name) => `{{${name}}}`}
          onChange={(typed) => write(language, typed)}
        />
      )}
    />
  );
}

/** The product whose card is beside the story. */
function ProductField({ values: { product }, set, state }: Props) {
  const language = useLanguage();
  const { data = [] } = useProducts();
  const offered = data.filter(({ id, published }) => published?.state === 'live' || id === product);
  return (
    <SelectField
      id={fieldId('product')}
      label={storyLabels.product()}
      hint={m.admin_story_product_hint()}
      value={product}
      error={state.errorOf('product')}
      options={[
        { value: '', label: m.admin_story_product_none() },
        ...offered.map((each) => ({ value: each.id, label: nameOf(each, language) })),
      ]}
      onChange={(event) => set('product', event.target.value)}
    />
  );
}

function RecipeFields(props: Props) {
  const { values, set, state } = props;
  return (
    <>
      <StoryText {...props} name="yields" hint={m.admin_story_yields_hint()} />
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
      <StoryText {...props} name="ingredients" rows={7} hint={m.admin_story_lines_hint()} />
      <StoryText {...props} name="steps" rows={9} hint={m.admin_story_lines_hint()} />
    </>
  );
}

type TextProps = Props & {
  name: 'slug' | 'summary' | 'yields' | 'ingredients' | 'steps';
  /** More than one line. */
  rows?: number;
  hint?: string;
};

function StoryText(props: TextProps) {
  const { name } = props;
  const maxLength = name === 'slug' ? MAX_SLUG : MAX_STORY[name];
  return <LocalizedField {...props} label={storyLabels[name]()} maxLength={maxLength} />;
}

const MAX_SLUG = 80;
const MAX_DAY = 10;
