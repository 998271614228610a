import type { Fields } from '#server/features/content/kind.ts';
import type { ContentSnapshot } from '#server/features/content/live-content.ts';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import { faultsInQuestion } from '#shared/content/faq.ts';
import { PICTURE_ROW, QUESTIONS_ROW, TEXT_ROW } from '#shared/content/text-keys.ts';
import { forEachLanguage, type Localized } from '#shared/core/language.ts';
import { FAQ_ID, faqKind, toQuestions } from './faq.ts';
import { defaultTexts, textKind, toTexts } from './kinds.ts';

// A preview in which each sentence links to its form. The sentences are rendered with invisible characters around them,
// which become links afterwards. So components need not know about it, and the preview needs no script.

const DIGITS = ['\u200b', '\u2060', '\u2061', '\u2062'] as const;
const START = '\u2063';
const END = '\u2064';
const ALL_MARKS = /[\u200b\u2060-\u2064]/g;
const MARKED_START = /\u2063([\u200b\u2060-\u2062]+)\u2063/y;

const encode = (n: number) => [...n.toString(DIGITS.length)].map((digit) => DIGITS[Number(digit)]).join('');
const decode = (marks: string) => Number.parseInt([...marks].map((mark) => DIGITS.indexOf(mark as never)).join(''), 4);

/** The same content with the number of its key around each sentence; the owner's questions share the next number. */
export function markTexts(snapshot: ContentSnapshot): ContentSnapshot {
  const saved = snapshot.items.get(textKind.kind);
  const markedWith = (i: number, shown: Localized) =>
    forEachLanguage((language) => `${START}${encode(i)}${START}${shown[language]}${END}`);
  const texts = [...defaultTexts].map(([key, text], i) => {
    return [key, markedWith(i, toTexts(saved?.get(key) ?? text))] as const;
  });
  const items = new Map<string, ReadonlyMap<string, Fields>>(snapshot.items).set(textKind.kind, new Map(texts));
  const own = snapshot.items.get(faqKind.kind)?.get(FAQ_ID);
  if (own) {
    const mark = (text: Localized) => markedWith(defaultTexts.size, text);
    const questions = toQuestions(own)
      .filter((question) => faultsInQuestion(question).length === 0)
      .map(({ question, answer, otherwise }) => {
        return { question: mark(question), answer: mark(answer), otherwise: mark(otherwise) };
      });
    items.set(faqKind.kind, new Map([[FAQ_ID, { questions }]]));
  }
  return { ...snapshot, items };
}

/** Links are not possible inside these; their marks are only removed. */
const CLOSED = new Set(['title', 'select', 'textarea', 'svg', 'noscript']);
const LINK_STYLE =
  'position:relative;z-index:1;color:inherit;text-decoration:none;border-radius:3px;box-shadow:0 0 0 2px rgb(112 64 196 / .7);cursor:pointer;pointer-events:auto';
/** If its end is further away, a sentence was truncated on the page. */
const MAX_REACH = 4_000;

/**
 * Turns the marked sentences of a page, and the pictures of its slots, into links to their forms; existing links and
 * buttons lose their function.
 */
export function linkMarks(html: string): string {
  // Content over a picture lets presses through; only links and controls take them.
  return linkPictures(linkSentences(html))
    .replace(/<body\b/, '<body style="pointer-events:none"')
    .replace(/<summary\b/g, '<summary style="pointer-events:auto"');
}

/** A frame inside the picture's edge; the link itself takes no space. */
const PICTURE_STYLE = 'outline:4px solid rgb(112 64 196 / .7);outline-offset:-4px;cursor:pointer;pointer-events:auto;';

function linkPictures(html: string): string {
  return html.replace(/<picture>(?:(?!<\/picture>)[\s\S])*?data-slot="(\w+)"[\s\S]*?<\/picture>/g, (picture, slot) => {
    const framed = picture.replace(/(<img\b[^>]*? style=")/, `$1${PICTURE_STYLE}`);
    const to = `${ADMIN_SCREEN_PATHS.site}/${PICTURE_ROW}${slot}`;
    return `<a href="${to}" target="_top" style="display:contents">${framed}</a>`;
  });
}

function linkSentences(html: string): string {
  const rows = [...[...defaultTexts.keys()].map((key) => TEXT_ROW + key), QUESTIONS_ROW];
  const inside: string[] = [];
  let open: string | null = null;
  let depth = 0;
  const wrap = (text: string) => {
    if (open === null || inside.length > 0 || text.trim() === '') return text;
    return `<a href="${ADMIN_SCREEN_PATHS.site}/${open}" target="_top" style="${LINK_STYLE}">${text}</a>`;
  };
  let out = '';
  let at = 0;
  for (const part of html.split(/(<[^>]*>)/)) {
    if (part.startsWith('<')) {
      const [, isEnd, name = ''] = /^<(\/?)([a-z][\w-]*)/i.exec(part) ?? [];
      if (CLOSED.has(name)) {
        if (isEnd) inside.pop();
        else if (!part.endsWith('/>')) inside.push(name);
      }
      out += part.replace(/^<(\/?)(?:a|button)\b/i, '<$1span').replace(ALL_MARKS, '');
    } else {
      let rest = '';
      for (let i = 0; i < part.length; i++) {
        const mark = part[i];
        if (mark === START) {
          MARKED_START.lastIndex = i;
          const found = MARKED_START.exec(part);
          if (!found) continue;
          // A sentence inside another one belongs to it.
          if (depth === 0) {
            out += wrap(rest);
            rest = '';
            const end = html.indexOf(END, at + i);
            open = end >= 0 && end - at - i < MAX_REACH ? (rows[decode(found[1] ?? '')] ?? null) : null;
          }
          depth = open === null ? 0 : depth + 1;
          i += found[0].length - 1;
        } else if (mark === END) {
          depth = Math.max(0, depth - 1);
          if (depth > 0) continue;
          out += wrap(rest);
          rest = '';
          open = null;
        } else rest += mark;
      }
      out += wrap(rest);
    }
    at += part.length;
  }
  return out;
}
