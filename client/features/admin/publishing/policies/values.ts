import type { AdminPolicy } from '#shared/content/policies.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { kindWords } from '../kinds.ts';

/** A policy in the form. */
export type PolicyValues = Pick<AdminPolicy, 'summary' | 'body'>;
export type PolicyField = keyof PolicyValues;

export const POLICY_FIELDS: readonly PolicyField[] = ['summary', 'body'];

export const valuesOf = ({ summary, body }: AdminPolicy): PolicyValues => ({
  summary: { ...summary },
  body: { ...body },
});

/** The path of a text, such as the body in one language. */
export const textPath = (field: PolicyField, language: Language): string => `${field}.${language}`;

/** @returns the field and the language of a path */
export const partsOf = (path: string) => path.split('.') as [PolicyField, Language];

/** Stored texts of the policy that differ from the input. */
export const differences = (current: AdminPolicy, values: PolicyValues): (readonly [string, string])[] =>
  POLICY_FIELDS.filter((field) => JSON.stringify(current[field]) !== JSON.stringify(values[field])).map((field) => [
    kindWords('policy').fieldLabel(field),
    LANGUAGES.map((language) => current[field][language]).join('\n\n'),
  ]);
