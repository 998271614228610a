import { useLocation } from 'wouter';
import * as m from '#messages';
import { policyAt } from '../lib/catalogue.ts';
import { dayText } from '../lib/day-text.ts';
import { getLanguage, useLanguage } from '../lib/language.ts';
import { policyNames } from '../lib/policy-names.ts';
import { Container } from '../ui/layout.tsx';
import { RichText } from '../ui/rich-text.tsx';

export const head = (path: string) => {
  const policy = policyAt(path);
  return {
    title: () => (policy ? m.policy_title({ name: policyNames[policy.kind]() }) : m.not_found_title()),
    description: () => policy?.summary[getLanguage()] ?? '',
  };
};

/** A policy, as the owner has written it. Another one is another document. */
export default function PolicyPage() {
  const language = useLanguage();
  const [path] = useLocation();
  const policy = policyAt(path);
  if (!policy) return null;
  const { kind, summary, body, updatedOn, isSample } = policy;
  return (
    <Container className="py-section">
      <article className="written max-w-[44rem]">
        <h1 className="text-h1">{policyNames[kind]()}</h1>
        <p className="mt-5 text-lead">{summary[language]}</p>
        {isSample && <p className="mt-6 rounded-card bg-mar/45 px-5 py-4">{m.policy_sample()}</p>}
        <RichText nodes={body[language]} />
        <p className="mt-10 text-cafecito-soft">{m.policy_updated({ date: dayText(updatedOn, language) })}</p>
      </article>
    </Container>
  );
}
