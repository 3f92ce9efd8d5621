import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Stack, startStack } from '@latchkey/local'
import { type Browser, chromium } from 'playwright'
import { makeProject, packKit } from '../../e2e/outside/makeProject.ts'
import { type Project, rainbowKitProject, rows } from '../../e2e/outside/rows.ts'
import { serveProject } from '../../e2e/outside/serveProject.ts'
import { buildApps } from '../../scripts/build.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { chromiumLaunch } from '../../scripts/chromiumLaunch.ts'
import { formatTable } from '../../scripts/formatTable.ts'
import { describeMachine } from '../describeMachine.ts'
import { median } from '../statistics/median.ts'
import { bareDialog } from './bareDialog.ts'
import { bare, latchkey, rainbowKit } from './contestants.ts'
import { type Condition, measureVisit, type Visit } from './measureVisit.ts'

/** Clear of the ports of `npm start`, the journeys and the other benchmarks. */
const portBase = 34_400
/** They take turns, so that other load on the machine affects all alike. */
const rounds = 5

const conditions: readonly Condition[] = [
  { name: '', slowDown: 1 },
  { name: 'after 300 ms of hover', slowDown: 1, hover: true },
  { name: '4 times slower', slowDown: 4 },
  { name: '4 times slower, after 300 ms of hover', slowDown: 4, hover: true },
  { name: 'network of 100 ms and 1.6 Mbit/s', slowDown: 1, slowNetwork: true },
]
/** Limits of the ratio to the bare dialog, at full speed, and of the round trips on the slow network. */
const aims = { first: 5, again: 2, roundTrips: 3 }

export type OpenBenchOptions = { print: (line: string) => void }

/**
 * Measures from the click to a field that accepts input: the packed modal in an app outside the workspace, against a bare native dialog and
 * RainbowKit.
 */
export const open = async ({ print }: OpenBenchOptions): Promise<void> => {
  const project = rows.find(({ name }) => name === 'Vite and React 19')
  if (project === undefined) throw new Error('No project outside has Vite and React 19')
  await buildApps({ log: print })
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const stack = await startStack({ portBase, dataFolder: folder, parts: ['chainA', 'inbox', 'api', 'frame'] })
  try {
    await using apps = await serveApps(stack, project, folder)
    const browser = await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() })
    try {
      const machine = describeMachine(browser)
      const measured = await measure(browser, apps.urls)
      print('')
      print(`open: click to the first thing to act on, medians of ${rounds} visits each, by turns`)
      print(formatTable(tableOf(measured)))
      print('')
      print(`loaded before the click: ${loadedText(measured)}`)
      print(machine)
    } finally {
      await browser.close()
    }
  } finally {
    await stack.close()
  }
}

type Urls = { latchkey: string; rainbowKit: string }

/** Makes both apps with npm, in folders that are deleted with the returned object, and serves them and the bare dialog. */
const serveApps = async (stack: Stack, project: Project, folder: string) => {
  const { urls, ports } = stack
  const facts = { FRAME_URL: urls.wallet, API_URL: urls.api, CHAIN_URL: urls.chainA, MESSAGE: '' }
  await using made = new AsyncDisposableStack()
  const serve = async (project: Project, port: number, kit: Parameters<typeof makeProject>[2], extra?: string) => {
    const app = await makeProject(project, facts, kit)
    made.defer(() => rmSync(dirname(app), { recursive: true, force: true }))
    if (extra !== undefined && 'files' in project.serve) writeFileSync(join(app, project.serve.files, bare.path), extra)
    made.use(await serveProject(app, project, port))
    return `http://127.0.0.1:${port}/`
  }
  const kit = await packKit(folder)
  const served: Urls = {
    latchkey: await serve(project, ports.demo, kit, bareDialog),
    rainbowKit: await serve(rainbowKitProject, ports.docs, kit),
  }
  const held = made.move()
  return { urls: served, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** The visits of one condition, each in the same order. */
type Measured = { condition: Condition; bare: Visit[]; latchkey: Visit[]; rainbowKit: Visit[] }

const measure = async (browser: Browser, urls: Urls): Promise<Measured[]> => {
  const all: Measured[] = []
  for (const condition of conditions) {
    const measured: Measured = { condition, bare: [], latchkey: [], rainbowKit: [] }
    // The first visit of each finds servers and disk caches cold and does not count.
    for (let round = 0; round <= rounds; round++) {
      const visits = {
        bare: await measureVisit(browser, urls.latchkey, bare, condition),
        latchkey: await measureVisit(browser, urls.latchkey, latchkey, condition),
        rainbowKit: await measureVisit(browser, urls.rainbowKit, rainbowKit, condition),
      }
      if (round === 0) continue
      measured.bare.push(visits.bare)
      measured.latchkey.push(visits.latchkey)
      measured.rainbowKit.push(visits.rainbowKit)
    }
    all.push(measured)
  }
  return all
}

const medianOf = (visits: readonly Visit[], of: 'first' | 'complete' | 'again' | 'loadedKb'): number =>
  median(visits.map((visit) => visit[of]))

/** Formats a ratio or count beside its limit. */
const judge = (value: number, limit: number | undefined, digits = 1): string => {
  const text = value.toFixed(digits)
  return limit === undefined ? text : `${text}, limit ${limit}: ${value <= limit ? 'pass' : 'miss'}`
}

const tableOf = (all: readonly Measured[]): string[][] => [
  [
    '',
    bare.name,
    latchkey.name,
    rainbowKit.name,
    'to the dialog',
    `to ${rainbowKit.name}`,
    'complete',
    'files',
    'round trips',
  ],
  ...all.flatMap((measured) => (['first', 'again'] as const).map((which) => rowOf(measured, which))),
]

const rowOf = (measured: Measured, which: 'first' | 'again'): string[] => {
  const { slowDown, slowNetwork, name } = measured.condition
  const [dialog, own, others] = [measured.bare, measured.latchkey, measured.rainbowKit].map((visits) =>
    medianOf(visits, which),
  ) as [number, number, number]
  const isFullSpeed = slowDown === 1 && slowNetwork !== true
  const most = (of: 'files' | 'roundTrips') => Math.max(...measured.latchkey.map((visit) => visit[of]))
  return [
    [which === 'first' ? 'first opening' : 'opening again', name].filter((part) => part !== '').join(', '),
    ...[dialog, own, others].map((ms) => `${ms.toFixed(0)} ms`),
    judge(own / dialog, isFullSpeed ? aims[which] : undefined),
    judge(own / others, slowNetwork ? undefined : 1, 2),
    which === 'first' ? `${medianOf(measured.latchkey, 'complete').toFixed(0)} ms` : '',
    which === 'first' ? String(most('files')) : '',
    which === 'first' && slowNetwork ? judge(most('roundTrips'), aims.roundTrips, 0) : '',
  ]
}

const loadedText = (all: readonly Measured[]): string =>
  (['latchkey', 'rainbowKit'] as const)
    .map((which) => {
      const visits = all.flatMap((measured) => measured[which])
      return `${{ latchkey, rainbowKit }[which].name} ${medianOf(visits, 'loadedKb').toFixed(0)} KB`
    })
    .join(', ')
