import { createElement, Fragment, type ReactNode } from 'react';
import type { TextNode } from '#shared/core/rich-text.ts';

/**
 * What an owner has written: elements of a known few, and text, so that nothing that anybody writes becomes HTML. The class
 * `written` around it gives it its looks. Its key has to be the language: React can neither change nor remove a text that a
 * browser's translator has replaced.
 */
export function RichText({ nodes }: { nodes: readonly TextNode[] }): ReactNode {
  return nodes.map((node, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the tree of a revision never changes
    if (typeof node === 'string') return <Fragment key={i}>{node}</Fragment>;
    const [tag, children, href] = node;
    // An element without content, such as a line, may have no children at all.
    if (children.length === 0) return createElement(tag, { key: i });
    return createElement(tag, { key: i, href }, <RichText nodes={children} />);
  });
}
