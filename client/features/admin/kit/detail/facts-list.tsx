import type { ReactNode } from 'react';

/** A list of names and values; rows with `null` are omitted. */
export function FactsList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode] | null)[] }) {
  return (
    <dl className="cards grid gap-x-5 gap-y-2.5 sm:grid-cols-[9.5rem_1fr]">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]} className="contents">
              <dt className="text-[0.92rem] text-ink-soft max-sm:-mb-2">{fact[0]}</dt>
              <dd className="min-w-0">{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A section of a drawer with its heading. */
export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5 rounded-card bg-white p-5 shadow-card">
      <h3 className="mb-3 font-sans text-[1.05rem] font-bold text-ink">{title}</h3>
      {children}
    </section>
  );
}
