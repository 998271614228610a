import type { CDPSession } from '@playwright/test';

/** An event of Chromium's trace, with times in microseconds; `tdur` is processor time of its thread. */
type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  id?: string;
  args?: { name?: string; data?: { interactionId?: number } };
};

/** Processor time of the page's main thread from a press to its paint, in milliseconds. */
export type Work = { all: number; script: number; style: number; layout: number; paint: number };

/** The parts by the events that they consist of; an event inside one of another part counts for its own. */
const PARTS: Readonly<Record<string, Exclude<keyof Work, 'all'>>> = {
  EventDispatch: 'script',
  FunctionCall: 'script',
  EvaluateScript: 'script',
  'v8.compile': 'script',
  'v8.compileModule': 'script',
  'v8.evaluateModule': 'script',
  RunMicrotasks: 'script',
  TimerFire: 'script',
  FireAnimationFrame: 'script',
  MinorGC: 'script',
  MajorGC: 'script',
  UpdateLayoutTree: 'style',
  ParseAuthorStyleSheet: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};
const TASK = 'RunTask';

/** Starts a trace. @returns a function that ends it and adds up the work of the longest interaction in it */
export async function traceWork(session: CDPSession): Promise<() => Promise<Work | null>> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'],
    },
  });
  return async () => {
    const ended = new Promise((done) => session.once('Tracing.tracingComplete', done));
    await session.send('Tracing.end');
    await ended;
    session.off('Tracing.dataCollected', collect);
    return workOf(events);
  };
}

function workOf(events: readonly TraceEvent[]): Work | null {
  const spans = events
    .filter(({ name, ph, args }) => name === 'EventTiming' && ph === 'b' && args?.data?.interactionId)
    .map((begin) => ({
      begin,
      end: events.find(
        ({ name, ph, id, pid }) => name === 'EventTiming' && ph === 'e' && id === begin.id && pid === begin.pid,
      ),
    }))
    .sort((a, b) => (b.end?.ts ?? 0) - b.begin.ts - ((a.end?.ts ?? 0) - a.begin.ts));
  const [span] = spans;
  if (!span?.end) return null;
  const { begin } = span;
  const until = span.end.ts;
  const own = events
    .filter(
      ({ ph, pid, tid, ts, dur = 0 }) =>
        ph === 'X' && pid === begin.pid && tid === begin.tid && ts + dur > begin.ts && ts < until,
    )
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const work: Work = { all: 0, script: 0, style: 0, layout: 0, paint: 0 };
  /** The events around the present one. */
  const open: { end: number; part: keyof Work }[] = [];
  for (const { name, ts, dur = 0, tdur = 0 } of own) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= ts) open.pop();
    const part = name === TASK ? 'all' : PARTS[name];
    if (!part) continue;
    const around = open.at(-1)?.part;
    work[part] += tdur / 1000;
    if (part !== 'all' && around && around !== 'all') work[around] -= tdur / 1000;
    if (part === 'all' && around) work.all -= tdur / 1000;
    open.push({ end: ts + dur, part });
  }
  return work;
}
