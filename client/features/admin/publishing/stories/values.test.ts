import { expect, test } from 'vitest';
import type { AdminStory } from '#shared/content/stories.ts';
import { localized } from '#test/localized.ts';
import { fieldsOf, titled, valuesOf } from './values.ts';

const both = (text: string) => localized(text, text);
const STORY: AdminStory = {
  id: 's1',
  slug: localized('toast', 'tostada'),
  kind: 'recipe',
  state: 'live',
  title: localized('Toast', 'Tostada'),
  summary: both('One line'),
  body: both('Text'),
  publishedOn: '2026-11-20',
  picture: null,
  product: null,
  pictures: {},
  yields: both('2'),
  minutes: 10,
  ingredients: both('Bread'),
  steps: both('Eat'),
  version: 3,
  origin: 'custom',
  changed: [],
  shown: 'live',
  missing: [],
  isFirst: false,
};

test('an untouched story is saved unchanged, and a change of its state is not one of its form', () => {
  const { fields, errors } = fieldsOf(valuesOf(STORY));
  expect(errors).toEqual({});
  const { id, state, pictures, version, origin, changed, shown, missing, isFirst, ...own } = STORY;
  expect(fields).toEqual(own);
  expect(valuesOf({ ...STORY, state: 'hidden', shown: 'hidden', version: 4 })).toEqual(valuesOf(STORY));
  expect(valuesOf({ ...STORY, minutes: 11 })).not.toEqual(valuesOf(STORY));
});

test('minutes are whole and at least one, or empty; a day is required; an address must be a slug', () => {
  const of = (values: object) => fieldsOf({ ...valuesOf(STORY), ...values });
  expect(of({ minutes: ' ' }).fields.minutes).toBeNull();
  for (const minutes of ['0', '1.5', 'ten', '-3']) expect(of({ minutes }).errors).toEqual({ minutes: 'invalid' });
  expect(of({ minutes: ' 15 ' })).toMatchObject({ fields: { minutes: 15 }, errors: {} });
  expect(of({ publishedOn: '' }).errors).toEqual({ publishedOn: 'day_invalid' });
  expect(of({ slug: localized(' Toast ', '') })).toMatchObject({
    fields: { slug: localized('toast', '') },
    errors: {},
  });
  expect(of({ slug: localized('toast!', 'a b') }).errors).toEqual({
    'slug.en': 'slug_invalid',
    'slug.es': 'slug_invalid',
  });
  expect(of({ picture: '' }).fields.picture).toBeNull();
});

test('the address follows the title of its language until somebody writes another one', () => {
  const { title, slug } = titled(valuesOf(STORY), 'en', 'Toast, again');
  expect([title, slug]).toEqual([localized('Toast, again', 'Tostada'), localized('toast-again', 'tostada')]);
  const own = { ...valuesOf(STORY), slug: localized('my-toast', '') };
  expect(titled(own, 'en', 'Other').slug.en).toBe('my-toast');
  expect(titled(own, 'es', 'Otra Ñ').slug.es).toBe('otra-n');
});
