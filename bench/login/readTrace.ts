import type { Interval } from '../statistics/intervals.ts'

type TraceEvent = {
  ph: string
  name: string
  pid: number
  tid: number
  /** Microseconds on the trace's own clock. */
  ts: number
  dur?: number
  args?: { name?: string; data?: { startTime?: number } }
}

/** The categories of the timeline in Chromium's developer tools. */
export const traceCategories = ['-*', 'devtools.timeline', 'blink.user_timing']
/** Set in a page while the trace runs, so that the two clocks can be compared. */
export const clockMark = 'bench-clock'

const rendering = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit'])
const scripts = new Set([
  'ParseHTML',
  'EvaluateScript',
  'FunctionCall',
  'RunMicrotasks',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
  'MinorGC',
  'MajorGC',
])

/** The main threads' activities in all documents, in milliseconds since 1970. */
export type MainThreads = { rendering: Interval[]; scripts: Interval[] }

/** Throws `Error` when the trace has no clock mark. `markMs`: when that was set, in milliseconds since 1970. */
export const readTrace = (trace: string, markMs: number): MainThreads => {
  const { traceEvents: events } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const mark = events.find(({ name }) => name === clockMark)
  if (mark === undefined) throw new Error('The trace of the browser lacks the mark that tells its clock')
  const isMain = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const toEpoch = (us: number): number => markMs + (us - mark.ts) / 1000
  const spansOf = (names: ReadonlySet<string>): Interval[] =>
    events
      .filter(({ ph, name, pid, tid }) => ph === 'X' && names.has(name) && isMain.has(`${pid} ${tid}`))
      .map(({ ts, dur = 0 }) => ({ startMs: toEpoch(ts), endMs: toEpoch(ts + dur) }))
  return { rendering: spansOf(rendering), scripts: spansOf(scripts) }
}
