import type { ReactNode } from 'react';

/** A text in which ranges and dates, such as 24-48, 1 o 2, 2 de dic, do not break; the text itself is unchanged. */
export function unbroken(text: string): ReactNode {
  const parts = text.split(/(\d+(?:-\d+| \p{L}{1,2} [\p{L}\d]+))/u).map((part, index) =>
    index % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, and two may be the same
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
  // Each text gets a new element, because its parts must not be updated one by one.
  return <span key={text}>{parts}</span>;
}
