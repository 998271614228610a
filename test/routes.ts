import type { TestApp } from './app.ts';

/** Every call of the server, read from the server itself, so that new ones are included; also the HEAD of each GET. */
export function routesOf({ app }: TestApp): { method: string; url: string }[] {
  // A tree, four characters per level.
  const path: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part, methods] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? [];
      if (part === undefined) return [];
      const depth = indent.length / 4;
      path.length = depth;
      path[depth] = part;
      return (methods?.split(', ') ?? []).map((method) => ({ method, url: path.join('') }));
    });
}
