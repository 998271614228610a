import { splitLiterals } from './literals.ts';

const TYPED_LOOK = 'rounded bg-tint box-decoration-clone px-1.5 py-0.5 font-mono text-[0.88em] text-ink';

/** A text of a check, with names of settings and commands set apart. */
export function Technical({ text }: { text: string }) {
  return splitLiterals(text).map((part, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence, in their order
      <code key={i} className={TYPED_LOOK}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}
