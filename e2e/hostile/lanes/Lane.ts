import { inspect, isDeepStrictEqual } from 'node:util'
import type { Ground, Scenario } from '../Scenario.ts'
import type { Tab } from '../stage/Tab.ts'

/** One browser with a signed-in user, in which rows run one after the other. */
export type Lane<ground extends Ground = Ground> = {
  /** Opens one row's environment; `open` returns the tabs that the attacker has opened and not closed. */
  openGround(): { ground: ground; open(): readonly Tab[]; close(): Promise<void> }
  /** Returns what has leaked or been signed since the last check, including to these tabs, as text. */
  auditTraces(tabs: readonly Tab[]): Promise<string[]>
  /** Returns changes and failures for an honest page. */
  auditService(): Promise<string[]>
  /** Opens the same in a separate browser, for a separate user. */
  openAnother(): Promise<Lane<ground>>
  close(): Promise<void>
}

/** Rows on one subject. */
export type Theme<ground extends Ground = Ground> = {
  title: string
  rows: readonly Scenario<ground>[]
  /** Whether the honest page is checked after each row, or after a few, which share only the user's session. */
  honest: 'after each' | 'after a few'
}

export type RowOutcome = { name: string; tookMs: number; wrong: readonly string[] }

/** Rows whose tabs stay open until the honest page has been checked: late messages are received too. */
const few = 6
/** No row takes this long, even on a busy machine. */
const rowLimitMs = 120_000

const inTime = async <result>(work: Promise<result>): Promise<result> => {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done within ${rowLimitMs / 1000} s`)), rowLimitMs)
  })
  return await Promise.race([work, overdue]).finally(() => clearTimeout(timer))
}

const failureOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

type Played = { outcome: RowOutcome; open: () => readonly Tab[]; close: () => Promise<void> }

const play = async <ground extends Ground>(lane: Lane<ground>, row: Scenario<ground>): Promise<Played> => {
  const startedMs = performance.now()
  const { ground, open, close } = lane.openGround()
  const wrong: string[] = []
  try {
    const got = await inTime(row.attack(ground))
    if (!isDeepStrictEqual(got, row.gets)) wrong.push(`the attacker got ${inspect(got)}, not ${inspect(row.gets)}`)
    wrong.push(...(await inTime(lane.auditTraces(open()))))
  } catch (error) {
    wrong.push(failureOf(error))
  }
  return { outcome: { name: row.name, tookMs: performance.now() - startedMs, wrong }, open, close }
}

/** Returns the violations when a row runs separately, for a separate user. */
const playAlone = async <ground extends Ground>(lane: Lane<ground>, row: Scenario<ground>): Promise<string[]> => {
  const another = await lane.openAnother()
  const { outcome, open, close } = await play(another, row)
  const service = await inTime(another.auditService()).catch((error: unknown) => [failureOf(error)])
  const late = await another.auditTraces(open())
  await close()
  await another.close()
  return [...outcome.wrong, ...service, ...late]
}

/** Runs rows and checks the honest page once; if that finds something, each row runs separately to find the cause. */
const playTogether = async <ground extends Ground>(
  lane: Lane<ground>,
  rows: readonly Scenario<ground>[],
): Promise<{ outcomes: RowOutcome[]; isBroken: boolean }> => {
  const played: Played[] = []
  for (const row of rows) played.push(await play(lane, row))
  const service = await inTime(lane.auditService()).catch((error: unknown) => [failureOf(error)])
  const outcomes: RowOutcome[] = []
  for (const { outcome, open } of played) {
    const late = await lane.auditTraces(open()).catch((error: unknown) => [failureOf(error)])
    outcomes.push({ ...outcome, wrong: [...new Set([...outcome.wrong, ...late])] })
  }
  for (const { close } of played) await close()
  if (service.length === 0) return { outcomes, isBroken: false }
  const blamed: RowOutcome[] = []
  for (const [index, outcome] of outcomes.entries()) {
    const row = rows[index] as Scenario<ground>
    const alone = rows.length === 1 ? service : await playAlone(lane, row)
    blamed.push({ ...outcome, wrong: [...new Set([...outcome.wrong, ...alone])] })
  }
  const names = rows.map(({ name }) => name).join('; ')
  const together = service.map((find) => `${find} (after these rows together: ${names})`)
  const isFound = blamed.some(({ wrong }) => wrong.length > 0)
  return { outcomes: isFound ? blamed : blamed.map((each) => ({ ...each, wrong: together })), isBroken: true }
}

const chunksOf = <item>(items: readonly item[], size: number): item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** Runs every row of every theme. A lane that an attack has broken is replaced. */
export const playThemes = async <ground extends Ground>(
  first: Lane<ground>,
  themes: readonly Theme<ground>[],
  onOutcome: (theme: string, outcome: RowOutcome) => void,
): Promise<Lane<ground>> => {
  let lane = first
  for (const { title, rows, honest } of themes) {
    for (const chunk of chunksOf(rows, honest === 'after each' ? 1 : few)) {
      const { outcomes, isBroken } = await playTogether(lane, chunk)
      for (const outcome of outcomes) onOutcome(title, outcome)
      if (!isBroken) continue
      const another = await lane.openAnother()
      await lane.close()
      lane = another
    }
  }
  return lane
}
