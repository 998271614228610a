import type { ReactNode } from 'react';

/** A text whose spans of numbers, such as 24-48, stand in one line; the words themselves stay as they are. */
export function unbroken(text: string): ReactNode {
  return text.split(/(\d+-\d+)/).map((part, index) =>
    index % 2 ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
