/** One sample of the Prometheus text format. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

/* prom-client writes `Nan`, which Prometheus reads as NaN. */
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (NaN|Nan|[+-]?Inf|[+-]?[0-9.]+(?:e[+-]?\d+)?)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;

/**
 * Parses the format strictly by the specification.
 *
 * @throws Error for an invalid line, a sample before its TYPE, a family in two places, or a duplicate series
 */
export function parsePrometheus(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end');
  const samples: Sample[] = [];
  const types = new Map<string, string>();
  const seen = new Set<string>();
  let family = '';
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue;
    const comment = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line);
    if (comment) {
      const [, kind, name = '', rest = ''] = comment;
      if (kind === 'TYPE') {
        if (types.has(name)) throw new Error(`${name} comes twice`);
        types.set(name, rest);
        family = name;
      }
      continue;
    }
    const match = SAMPLE.exec(line);
    if (!match) throw new Error(`No line of the format: ${line}`);
    const [, name = '', labelText = '', value = ''] = match;
    const isOfFamily =
      name === family || (types.get(family) === 'histogram' && /^_(bucket|sum|count)$/.test(name.slice(family.length)));
    if (!name.startsWith(family) || !isOfFamily) throw new Error(`${name} stands outside its family`);
    if (seen.has(`${name}{${labelText}}`)) throw new Error(`A series twice: ${line}`);
    seen.add(`${name}{${labelText}}`);
    samples.push({
      name,
      labels: parseLabels(labelText),
      value: Number(value.replace('Inf', 'Infinity').replace('Nan', 'NaN')),
    });
  }
  return samples;
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const match = LABEL.exec(text);
    if (!match) throw new Error(`No labels: ${text}`);
    labels[match[1] ?? ''] = (match[2] ?? '').replace(/\\(.)/g, (_, c) => (c === 'n' ? '\n' : c));
  }
  return labels;
}

/** The value of the series with these labels; 0 if it is missing. */
export function sampleValue(samples: Sample[], name: string, labels: Record<string, string> = {}): number {
  const fits = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  if (fits.length > 1) throw new Error(`${name} ${JSON.stringify(labels)} names ${fits.length} series`);
  return fits[0]?.value ?? 0;
}
