import { coveredMs, durationMs, type Interval, overlaps } from '../statistics/intervals.ts'
import { median } from '../statistics/median.ts'
import { percentile } from '../statistics/percentile.ts'
import { type Visit, type Wait, waitNames } from './measureUser.ts'

/** A row's title, and the limit for a statistic of its runs, in milliseconds. */
const rows: Record<keyof Visit, { title: string; aim: 'median' | 'p95'; aimMs: number }> = {
  login: { title: 'code entry to connected, new wallet', aim: 'median', aimMs: 1_500 },
  connected: { title: 'page load to connected, stored session', aim: 'median', aimMs: 600 },
  unlocked: { title: 'page load to vault unlocked', aim: 'p95', aimMs: 600 },
  signature: { title: 'confirmation to signature', aim: 'median', aimMs: 200 },
  ed25519: { title: 'confirmation to Ed25519 signature', aim: 'median', aimMs: 150 },
  newDevice: { title: 'code entry to connected, new device', aim: 'p95', aimMs: 2_000 },
  provider: { title: 'redirect back to connected, known user', aim: 'median', aimMs: 1_500 },
}
const ofRuns = { median, p95: (times: readonly number[]) => percentile(times, 0.95) } as const

const milliseconds = (ms: number): string => `${Math.round(ms)} ms`
const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Returns the share of each kind of work in a wait, 0 to 1. All but the last may overlap. */
export const sharesOf = (wait: Wait): number[] => {
  const { network, cryptography, rendering, scripts } = wait
  const kinds: (readonly Interval[])[] = [network, cryptography, rendering, scripts]
  const covered = [...kinds, kinds.flat()].map((spans) => coveredMs(spans, wait) / durationMs(wait))
  return covered.map((share, index) => (index === kinds.length ? 1 - share : share))
}

/** Returns a table of medians over visits, its first row the names of the columns. Throws `RangeError` without visits. */
export const summarise = (visits: readonly Visit[]): string[][] => [
  ['', 'median', 'p95', 'min', 'max', 'aim', 'of aim', 'network', 'cryptography', 'rendering', 'scripts', 'rest'],
  ...waitNames.map((name) => {
    const { title, aim, aimMs } = rows[name]
    const waits = visits.map((visit) => visit[name])
    const times = waits.map(durationMs)
    const shares = waits.map(sharesOf)
    const columns = shares[0]?.map((_, column) => median(shares.map((ofOne) => ofOne[column] ?? 0))) ?? []
    return [
      title,
      ...[ofRuns.median(times), ofRuns.p95(times), Math.min(...times), Math.max(...times)].map(milliseconds),
      `${aim} ${milliseconds(aimMs)}`,
      (ofRuns[aim](times) / aimMs).toFixed(2),
      ...columns.map(percent),
    ]
  }),
]

/** Returns the network's and the vault's activities in the visit nearest to the median, a row each: from, to, description. */
export const timelineOf = (visits: readonly Visit[], name: keyof Visit): string[][] => {
  const waits = visits.map((visit) => visit[name])
  const middle = median(waits.map(durationMs))
  const [typical] = waits.toSorted(
    (one, other) => Math.abs(durationMs(one) - middle) - Math.abs(durationMs(other) - middle),
  )
  if (typical === undefined) return []
  const asRow = (kind: string) => (span: Wait['network'][number]) => ({ kind, ...span })
  const happenings = [...typical.network.map(asRow('network')), ...typical.cryptography.map(asRow('vault'))]
  return [
    [`${rows[name].title}, ${milliseconds(durationMs(typical))}`],
    ...happenings
      .filter((span) => overlaps(span, typical))
      .toSorted((one, other) => one.startMs - other.startMs)
      .map(({ kind, name: what, startMs, endMs }) => [
        milliseconds(startMs - typical.startMs),
        milliseconds(endMs - typical.startMs),
        kind,
        what,
      ]),
  ]
}
