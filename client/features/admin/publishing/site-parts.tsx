import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import type { AdminStory } from '#shared/content/stories.ts';
import { PICTURES_ROW, QUESTIONS_ROW, STORIES_ROW } from '#shared/content/text-keys.ts';
import { policyNames } from '../../../lib/policy-names.ts';
import { LoadError, Loaded, Skeleton } from '../kit/load-states.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { policyState, policyStates } from './content-states.ts';
import { factsValueText } from './facts/words.ts';
import { useFacts, useFaq, useLook, usePictureSlots, usePolicies, useShippingRules, useStories } from './reads.ts';
import RevisionList from './revision-list.tsx';
import { FACTS_ROW, LOOK_ROW, RULES_ROW } from './rows.ts';
import { shippingValueText } from './shipping/words.ts';
import { TEXTS_PATH } from './texts/words.ts';

export type SitePartsProps = { onOpen: (row: string) => void };

/** Every kind of content with links to its forms, and the published revisions. */
export default function SiteParts({ onOpen }: SitePartsProps) {
  const parts = [
    { id: 'look', title: m.admin_look_title(), Part: LookPart },
    { id: 'texts', title: m.admin_texts_title(), Part: TextsPart },
    { id: 'pictures', title: m.admin_places_title(), Part: PicturesPart },
    { id: 'questions', title: m.admin_faq_title(), Part: FaqPart },
    { id: 'stories', title: m.admin_stories_title(), Part: StoriesPart },
    { id: 'facts', title: m.admin_facts_title(), Part: FactsPart },
    { id: 'shipping', title: m.admin_shipping_title(), Part: ShippingPart },
    { id: 'policies', title: m.admin_policies_title(), Part: PoliciesPart },
  ];
  const heading = useId();
  return (
    <>
      {/* On a phone the last panels are far away. */}
      <nav aria-label={m.admin_site_parts()} className="flex flex-wrap gap-2 md:hidden">
        {parts.map(({ id, title }) => (
          <a
            key={id}
            href={`#${id}`}
            className="grid min-h-11 items-center rounded-full border border-line bg-white px-3.5 text-[0.9rem]"
          >
            {title}
          </a>
        ))}
      </nav>
      {parts.map(({ id, title, Part }) => (
        <div key={id} id={id} tabIndex={-1}>
          <section aria-labelledby={heading + id} className="panel">
            <h2 id={heading + id}>{title}</h2>
            <Part onOpen={onOpen} />
          </section>
        </div>
      ))}
      <RevisionList />
    </>
  );
}

function LookPart({ onOpen }: SitePartsProps) {
  return (
    <Loaded read={useLook()} waiting={<Skeleton rows={1} />}>
      {({ changed }) => (
        <Summary open={m.admin_look_open()} isChanged={changed.length > 0} onOpen={() => onOpen(LOOK_ROW)}>
          {m.admin_look_text()}
        </Summary>
      )}
    </Loaded>
  );
}

function TextsPart() {
  return (
    <>
      <p className="text-ink-soft">{m.admin_texts_text()}</p>
      <Link href={TEXTS_PATH} className="text-button justify-self-start">
        {m.admin_texts_open()}
      </Link>
    </>
  );
}

function PicturesPart({ onOpen }: SitePartsProps) {
  return (
    <Loaded read={usePictureSlots()} waiting={<Skeleton rows={1} />}>
      {(slots) => (
        <Summary
          open={m.admin_places_open()}
          isChanged={slots.some(({ changed }) => changed.length > 0)}
          onOpen={() => onOpen(PICTURES_ROW)}
        >
          {m.admin_places_count({ count: slots.length })}
        </Summary>
      )}
    </Loaded>
  );
}

function FaqPart({ onOpen }: SitePartsProps) {
  return (
    <Loaded read={useFaq()} waiting={<Skeleton rows={1} />}>
      {({ questions, changed }) => (
        <Summary open={m.admin_faq_open()} isChanged={changed.length > 0} onOpen={() => onOpen(QUESTIONS_ROW)}>
          {m.admin_faq_count({ count: questions.length })}
        </Summary>
      )}
    </Loaded>
  );
}

function StoriesPart({ onOpen }: SitePartsProps) {
  return (
    <Loaded read={useStories()} waiting={<Skeleton rows={1} />}>
      {(stories) => {
        const live = stories.filter(({ shown }) => shown === 'live').length;
        return (
          <Summary open={m.admin_stories_open()} isChanged={stories.some(isWaiting)} onOpen={() => onOpen(STORIES_ROW)}>
            {m.admin_stories_count({ live, others: stories.length - live })}
          </Summary>
        );
      }}
    </Loaded>
  );
}

/** An unpublished draft does not wait for anybody. */
const isWaiting = ({ shown, changed }: AdminStory) => shown !== null && changed.length > 0;

function FactsPart({ onOpen }: SitePartsProps) {
  return (
    <Loaded read={useFacts()} waiting={<Skeleton rows={2} />}>
      {({ phone, email, address, changed }) => (
        <Summary open={m.admin_facts_open()} isChanged={changed.length > 0} onOpen={() => onOpen(FACTS_ROW)}>
          {phone} · {email}
          <br />
          {factsValueText('address', address)}
        </Summary>
      )}
    </Loaded>
  );
}

function ShippingPart({ onOpen }: SitePartsProps) {
  return (
    <Loaded read={useShippingRules()} waiting={<Skeleton rows={1} />}>
      {({ free, changed }) => (
        <Summary open={m.admin_shipping_open()} isChanged={changed.length > 0} onOpen={() => onOpen(RULES_ROW)}>
          {`${m.admin_shipping_free()}: ${shippingValueText('free', free)}`}
        </Summary>
      )}
    </Loaded>
  );
}

type SummaryProps = { open: string; isChanged: boolean; onOpen: () => void; children: ReactNode };

/** The button to a form, and its content in a line or two. */
function Summary({ open, isChanged, onOpen, children }: SummaryProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <button type="button" className="text-button" onClick={onOpen}>
        {open}
      </button>
      {isChanged && <StatusBadge status="draft" labels={policyStates} />}
      <p className="w-full text-ink-soft wrap-anywhere">{children}</p>
    </div>
  );
}

/** The policies, and which of them are still the starting texts. */
function PoliciesPart({ onOpen }: SitePartsProps) {
  const { data, error, refetch } = usePolicies();
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton rows={3} />;
  const samples = data.filter(({ isSample }) => isSample).length;
  return (
    <>
      {samples > 0 && <p className="text-ink-soft">{m.admin_policies_samples({ count: samples })}</p>}
      <ul className="change-list">
        {data.map((policy) => (
          <li key={policy.kind} className="flex flex-wrap items-center justify-between gap-x-3">
            <button type="button" className="text-button" onClick={() => onOpen(policy.kind)}>
              {policyNames[policy.kind]()}
            </button>
            <StatusBadge status={policyState(policy)} labels={policyStates} />
          </li>
        ))}
      </ul>
    </>
  );
}
