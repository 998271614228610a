import * as m from '#messages';
import { pageContent } from '../lib/catalogue.ts';
import { dayText } from '../lib/day-text.ts';
import { getLanguage, useLanguage } from '../lib/language.ts';
import { policyNames } from '../lib/policy-names.ts';
import { Container } from '../ui/layout.tsx';
import { RichText } from '../ui/rich-text.tsx';

/** The document contains only its own policy. */
const ownPolicy = () => pageContent().policies?.[0];

export const head = {
  title: () => {
    const policy = ownPolicy();
    return policy ? m.policy_title({ name: policyNames[policy.kind]() }) : m.not_found_title();
  },
  description: () => ownPolicy()?.summary[getLanguage()] ?? '',
};

/** A policy in the owner's words. Each policy is a separate document. */
export default function PolicyPage() {
  const language = useLanguage();
  const policy = ownPolicy();
  if (!policy) return null;
  const { kind, summary, body, updatedOn, isSample } = policy;
  return (
    <Container className="py-section">
      <article className="written max-w-[44rem]">
        <h1 className="text-h1">{policyNames[kind]()}</h1>
        <p className="mt-5 text-lead">{summary[language]}</p>
        {isSample && <p className="mt-6 rounded-card bg-second-light/45 px-5 py-4">{m.policy_sample()}</p>}
        <RichText key={language} nodes={body[language]} />
        <p className="mt-10 text-ink-soft">{m.policy_updated({ date: dayText(updatedOn, language) })}</p>
      </article>
    </Container>
  );
}
