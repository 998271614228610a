import { expect, test } from 'vitest';
import { bold, eachLine, link, type Selected } from './markdown-marks.ts';

/** `a[b]c`: the brackets are the ends of the selection. */
const selected = (text: string): Selected => {
  const [start, end] = [text.indexOf('['), text.indexOf(']') - 1];
  return { text: text.replace('[', '').replace(']', ''), start, end };
};
const shown = ({ text, start, end }: Selected) =>
  `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`;

test.each([
  ['fresh [guava] here', 'fresh **⟦guava⟧** here'],
  ['fresh **[guava]** here', 'fresh ⟦guava⟧ here'],
  ['fresh [] here', 'fresh **⟦words⟧** here'],
])('bold of %j is %j', (from, to) => expect(shown(bold(selected(from), 'words'))).toBe(to));

test.each([
  ['see [the map] here', 'see [the map](⟦https://⟧) here'],
  ['see [] here', 'see [⟦words⟧](https://) here'],
])('a link of %j is %j', (from, to) => expect(shown(link(selected(from), 'words'))).toBe(to));

test.each([
  ['one\nt[w]o\nthree', '- ', 'one\n⟦- two⟧\nthree'],
  ['[one\ntwo]', '- ', '⟦- one\n- two⟧'],
  ['[- one\n- two]', '- ', '⟦one\ntwo⟧'],
  ['[- one\ntwo]', '- ', '⟦- one\n- two⟧'],
  ['## A [head]ing', '## ', '⟦A heading⟧'],
  ['- A [head]ing', '## ', '⟦## A heading⟧'],
  ['a\n[]', '- ', 'a\n⟦- ⟧'],
])('lines of %j with the mark %j are %j', (from, mark, to) => {
  expect(shown(eachLine(selected(from), mark))).toBe(to);
});
