import { createElement, Fragment, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import { LOCALES } from '#shared/language.ts';
import type { PolicyNode } from '#shared/policy-page.ts';
import { policyAt } from '../lib/catalogue.ts';
import { getLanguage, useLanguage } from '../lib/language.ts';
import { policyNames } from '../lib/policy-names.ts';
import { Container } from '../ui/layout.tsx';

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
      <article className="policy max-w-[44rem]">
        <h1 className="text-h1">{policyNames[kind]()}</h1>
        <p className="mt-5 text-lead">{summary[language]}</p>
        {isSample && <p className="mt-6 rounded-card bg-mar/45 px-5 py-4">{m.policy_sample()}</p>}
        <PolicyText nodes={body[language]} />
        <p className="mt-10 text-cafecito-soft">
          {m.policy_updated({
            date: new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
              new Date(updatedOn),
            ),
          })}
        </p>
      </article>
    </Container>
  );
}

/** Elements of a known few, and text: nothing that anybody writes becomes HTML. */
function PolicyText({ nodes }: { nodes: readonly PolicyNode[] }): ReactNode {
  return nodes.map((node, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the tree of a revision never changes
    if (typeof node === 'string') return <Fragment key={i}>{node}</Fragment>;
    const [tag, children, href] = node;
    // An element without content, such as a line, may have no children at all.
    if (children.length === 0) return createElement(tag, { key: i });
    return createElement(tag, { key: i, href }, <PolicyText nodes={children} />);
  });
}
