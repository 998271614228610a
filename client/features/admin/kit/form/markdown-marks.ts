/** A text with its selection. */
export type Selected = { text: string; start: number; end: number };

/** Makes the selected words bold, or no longer bold. @param words inserted and selected if nothing is selected */
export function bold({ text, start, end }: Selected, words: string): Selected {
  const [before, chosen, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  if (before.endsWith('**') && after.startsWith('**')) {
    return { text: before.slice(0, -2) + chosen + after.slice(2), start: start - 2, end: end - 2 };
  }
  const inner = chosen || words;
  return { text: `${before}**${inner}**${after}`, start: start + 2, end: start + 2 + inner.length };
}

/** Makes the selected words a link and selects its address, or the words where nothing was selected. */
export function link({ text, start, end }: Selected, words: string): Selected {
  const address = 'https://';
  const chosen = text.slice(start, end);
  const inner = chosen || words;
  const from = chosen ? start + inner.length + 3 : start + 1;
  return {
    text: `${text.slice(0, start)}[${inner}](${address})${text.slice(end)}`,
    start: from,
    end: from + (chosen ? address.length : inner.length),
  };
}

/** Begins each selected line with a mark such as `- `, or removes it where all have it. */
export function eachLine({ text, start, end }: Selected, mark: string): Selected {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isMarked = lines.every((line) => line.startsWith(mark));
  const changed = lines.map((line) => (isMarked ? line.slice(mark.length) : mark + withoutMark(line))).join('\n');
  return { text: text.slice(0, from) + changed + text.slice(to), start: from, end: from + changed.length };
}

/** A line is either a heading or an entry of a list. */
const withoutMark = (line: string) => line.replace(/^(?:#{1,6}|-) /, '');
