/** These types are in brand/types.ts, all others in shared/core/brand-types.ts. */
const OWN_TYPES = ['ComingSoon', 'Labels', 'Places', 'Products', 'SizeCards', 'Stories'];

/** An export of a data file. */
type Data = {
  name: string;
  type: string;
  value: unknown;
  /** Name of an exported type with the keys of the value. `null` keeps the keys literal, without a type. */
  keys?: string | null;
};

/** The source of a data file of the brand, not yet formatted. @param more what follows the data */
export function dataFile(data: readonly Data[], more = ''): string {
  const types = data.map(({ type }) => /\w+/.exec(type)?.[0] ?? '').sort();
  const own = types.filter((type) => OWN_TYPES.includes(type));
  const shared = types.filter((type) => !OWN_TYPES.includes(type));
  const importOf = (names: readonly string[], from: string) =>
    names.length > 0 ? `import type { ${names.join(', ')} } from '${from}';\n` : '';
  const imports = importOf(shared, '#shared/core/brand-types.ts') + importOf(own, './types.ts');
  const about = `// The fields: ${shared.length > 0 ? 'shared/core/brand-types.ts' : 'types.ts'}`;
  const exported = data.map(({ name, type, value, keys }) => {
    const json = JSON.stringify(value);
    if (keys === undefined) return `export const ${name}: ${type} = ${json};\n`;
    const named = keys === null ? '' : `\nexport type ${keys} = keyof typeof ${name};\n`;
    return `export const ${name} = ${json} as const satisfies ${type};\n${named}`;
  });
  return `${imports}\n${about}\n${exported.join('\n')}${more}`;
}
