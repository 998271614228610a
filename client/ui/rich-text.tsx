import { createElement, Fragment, type ReactNode } from 'react';
import type { TextNode } from '#shared/core/rich-text.ts';

/**
 * The owner's text: only known elements and text, so that typed HTML stays text. The class `written` around it styles
 * it. Its key must be the language, because React can neither change nor remove a text that a browser's translator has
 * replaced.
 */
export function RichText({ nodes }: { nodes: readonly TextNode[] }): ReactNode {
  return nodes.map((node, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the tree of a revision never changes
    if (typeof node === 'string') return <Fragment key={i}>{node}</Fragment>;
    const [tag, children, href] = node;
    // An empty element, such as a rule, must not have children at all.
    if (children.length === 0) return createElement(tag, { key: i });
    return createElement(tag, { key: i, href }, <RichText nodes={children} />);
  });
}
