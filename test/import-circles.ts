import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf } from '#scripts/imports.ts';

/**
 * Circular imports, by relative path or by a `#` name: at run time, for types only, or dynamic.
 *
 * @param folder relative to the project
 * @returns each circle's files, sorted
 */
export function importCircles(folder: string): string[][] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/\.\w/.test(file));
  const graph = new Map(
    files.map((file) => [
      file,
      importsOf(file, readFileSync(file, 'utf8'))
        .map(({ target }) => target)
        .filter(existsSync),
    ]),
  );
  return components(graph).filter((circle) => circle.length > 1);
}

/** Tarjan's strongly connected components. */
function components(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    let low = index;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === index) found.push(stack.splice(stack.indexOf(node)).sort());
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
