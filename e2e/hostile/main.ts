/**
 * Tests our own frame from outside, on one local stack: the rules of the conformance kit, every attack in Chromium, and those about
 * policies, origins and scripts in Firefox, in parallel. Prints one line per group, and the failures.
 *
 * `node e2e/hostile/main.ts [report file] [--only conformance,chromium,firefox] [--match <pattern of attacks>]`
 *
 * Writes `{ passed, failures, rows }` to the report file: for each failure its name and error, for each row its time. Exits 1 when a row
 * fails.
 */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findFirefox } from '../../scripts/firefox.ts'
import { playThemes, type RowOutcome, type Theme } from './lanes/Lane.ts'
import { openChromiumLane } from './lanes/openChromiumLane.ts'
import { openFirefoxLane } from './lanes/openFirefoxLane.ts'
import { selfChecks } from './rows/selfChecks.ts'
import { everywhere, inChromium } from './rows/themes.ts'
import type { Ground } from './Scenario.ts'
import { type SharedStage, startStage } from './stage/startStage.ts'

const names = ['conformance', 'chromium', 'firefox'] as const
type Name = (typeof names)[number]
type Row = { name: string; tookMs: number; wrong: readonly string[] }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: names.join() }, match: { type: 'string', default: '' } },
})
const wanted = values.only.split(',') as Name[]
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. Choose from ${names.join(', ')}`)

const pattern = new RegExp(values.match)
const rows: Row[] = []
const note = (group: string, { name, tookMs, wrong }: RowOutcome): void => {
  rows.push({ name: `${group} › ${name}`, tookMs: Math.round(tookMs), wrong })
  for (const find of wrong) console.log(`not ok  ${group} › ${name}: ${find}`)
}

const matching = <ground extends Ground>(themes: readonly Theme<ground>[]): readonly Theme<ground>[] =>
  themes.map((theme) => ({ ...theme, rows: theme.rows.filter(({ name }) => pattern.test(name)) }))

/** Runs the command as a user would, in a separate process. */
const checkConformance = async ({ stack }: SharedStage): Promise<void> => {
  const { wallet, inbox, demo } = stack.urls
  const script = fileURLToPath(import.meta.resolve('@latchkey/conformance/main'))
  const args = [script, wallet, '--project', 'demo', '--mail', inbox, '--origin', demo, '--json']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code === 2) throw new Error('The conformance kit checked nothing')
  type Rule = { profile: number; group: string; name: string; seen?: string; tookMs: number }
  const report = JSON.parse(Buffer.concat(chunks).toString()) as { rules: Rule[] }
  for (const { profile, group, name, seen, tookMs } of report.rules)
    note(`conformance ${profile} › ${group}`, { name, tookMs, wrong: seen === undefined ? [] : [seen] })
}

const playChromium = async (stage: SharedStage): Promise<() => Promise<void>> => {
  const first = await openChromiumLane(stage)
  return async () => {
    for (const { name, check } of selfChecks) {
      if (!pattern.test(name)) continue
      const startedMs = performance.now()
      const wrong = await check(first).then(
        () => [],
        (error: Error) => [error.stack ?? error.message],
      )
      note('chromium › the audit', { name, tookMs: performance.now() - startedMs, wrong })
    }
    const last = await playThemes(first, matching(inChromium), (theme, row) => note(`chromium › ${theme}`, row))
    await last.close()
    await first.context.browser()?.close()
  }
}

const playFirefox = async (stage: SharedStage): Promise<void> => {
  const executablePath = findFirefox()
  if (executablePath === undefined) {
    console.log('Not run in Firefox: it is missing. Install firefox-esr, or set FIREFOX to its path')
    return
  }
  const first = await openFirefoxLane(executablePath, stage)
  const last = await playThemes(first, matching(everywhere), (theme, row) => note(`firefox › ${theme}`, row))
  await last.close()
}

const startedMs = performance.now()
const stage = await startStage()
try {
  // Stops the api to read the user's secrets: before the others start.
  const chromium = wanted.includes('chromium') ? await playChromium(stage) : undefined
  await stage.addStrangersProject()
  await Promise.all([
    chromium?.(),
    wanted.includes('conformance') ? checkConformance(stage) : undefined,
    wanted.includes('firefox') ? playFirefox(stage) : undefined,
  ])
} finally {
  await stage.close()
}

const groupOf = ({ name }: Row): string => name.split(' › ').slice(0, 2).join(' › ')
for (const [group, all] of Map.groupBy(rows, groupOf)) {
  const seconds = all.reduce((sum, { tookMs }) => sum + tookMs, 0) / 1000
  const failed = all.filter(({ wrong }) => wrong.length > 0).length
  console.log(
    `${failed === 0 ? 'ok' : 'not ok'}  ${group}: ${all.length - failed} of ${all.length} (${seconds.toFixed(1)} s)`,
  )
}
const failures = rows.flatMap(({ name, wrong }) => (wrong.length > 0 ? [{ name, error: wrong.join('\n') }] : []))
const passed = rows.length - failures.length
console.log(`${passed} passed, ${failures.length} failed in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
const [reportFile] = positionals
if (reportFile !== undefined) writeFileSync(reportFile, JSON.stringify({ passed, failures, rows }))
if (failures.length > 0) process.exitCode = 1
