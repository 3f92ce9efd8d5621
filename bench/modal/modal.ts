import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Stack, startStack } from '@latchkey/local'
import { type Browser, chromium, type Page } from 'playwright'
import { buildApps } from '../../scripts/build.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { chromiumLaunch } from '../../scripts/chromiumLaunch.ts'
import { formatTable } from '../../scripts/formatTable.ts'
import { describeMachine } from '../describeMachine.ts'
import { median } from '../statistics/median.ts'
import { bareDialog } from './bareDialog.ts'
import { installProbe, type Probe, type ScrollReport } from './probe.ts'

/** Away from the ports of `npm start`, of the journeys and of the other benchmarks. */
const portBase = 34_200
/** The two take turns, so that what else the machine does weighs on both alike. */
const rounds = 10
const slowDowns = [1, 4]
const aims = { first: 5, again: 2, rows: 40, taskMs: 50 }
const walletCount = 500
/** On the demo's own address, so that both pages are treated alike. */
const barePath = '/bare-dialog'

export type ModalBenchOptions = { print: (line: string) => void }

/** Measures the opening of the modal in the demo beside a bare native dialog, and the list of all wallets. */
export const modal = async ({ print }: ModalBenchOptions): Promise<void> => {
  await buildApps({ log: print })
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  process.on('exit', () => rmSync(dataFolder, { recursive: true, force: true }))
  const stack = await startStack({ portBase, dataFolder })
  try {
    const browser = await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() })
    try {
      const machine = describeMachine(browser)
      const openings = await measureOpenings(browser, stack)
      const list = await measureList(browser, stack)
      print('')
      print(`modal: medians of ${rounds} visits each, by turns`)
      print(formatTable(openingTable(openings)))
      print('')
      print(formatTable(listTable(list)))
      print('')
      print(machine)
    } finally {
      await browser.close()
    }
  } finally {
    await stack.close()
  }
}

/** In the page's document. */
declare global {
  var probe: Probe
}

/** Milliseconds: until the dialog is on screen, and until the field in it is. */
type Opening = { first: Seen; again: Seen }
type Seen = { surfaceMs: number; fieldMs: number }
type Openings = { slowDown: number; dialog: Opening[]; modal: Opening[] }

const measureOpenings = async (browser: Browser, stack: Stack): Promise<Openings[]> => {
  const results: Openings[] = []
  for (const slowDown of slowDowns) {
    const result: Openings = { slowDown, dialog: [], modal: [] }
    // The first visit of each finds servers and disk caches cold and does not count.
    for (let round = 0; round <= rounds; round++) {
      const dialog = await visit(browser, slowDown, (page) => page.goto(`${stack.urls.demo}${barePath}`))
      const modal = await visit(browser, slowDown, (page) => page.goto(stack.urls.demo))
      if (round === 0) continue
      result.dialog.push(dialog)
      result.modal.push(modal)
    }
    results.push(result)
  }
  return results
}

/** A newcomer opens it, closes it and opens it again. */
const visit = async (browser: Browser, slowDown: number, goTo: (page: Page) => Promise<unknown>): Promise<Opening> => {
  const page = await newPage(browser)
  await goTo(page)
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const open = async (): Promise<Seen> => {
    const seen = page.evaluate(async () => {
      const [surfaceMs, fieldMs] = await Promise.all([probe.opened('dialog[open]'), probe.opened('dialog[open] input')])
      return { surfaceMs, fieldMs }
    })
    await page.getByRole('banner').getByRole('button').click()
    return seen
  }
  const first = await open()
  // What the first opening has begun is over before the second.
  await page.waitForLoadState('networkidle')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.waitForTimeout(300)
  const again = await open()
  await page.context().close()
  return { first, again }
}

/** All wallets of a directory of 500, from its first row to its last. */
const measureList = async (browser: Browser, stack: Stack): Promise<ScrollReport> => {
  const page = await newPage(browser)
  await page.route(`${stack.urls.api}/getWallets**`, (route) => {
    const query = new URL(route.request().url()).searchParams
    const [pageNumber, entries] = [Number(query.get('page') ?? 1), Number(query.get('entries') ?? 40)]
    const first = (pageNumber - 1) * entries
    const data = Array.from({ length: Math.min(entries, walletCount - first) }, (_, index) => wallet(first + index))
    return route.fulfill({ json: { data, count: walletCount }, headers: { 'access-control-allow-origin': '*' } })
  })
  await page.goto(stack.urls.demo)
  await page.getByRole('banner').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^All wallets/ }).click()
  await dialog.getByRole('list', { name: 'Wallets' }).waitFor()
  await page.waitForLoadState('networkidle')
  const report = await page.evaluate(() => probe.scrollThrough('[aria-label="Wallets"]'))
  await page.context().close()
  return report
}

const wallet = (index: number) => ({
  id: `bench-${index}`,
  name: `Wallet ${index}`,
  image_id: null,
  homepage: null,
  rdns: null,
  chains: ['eip155:1'],
  mobile_link: null,
  desktop_link: null,
  webapp_link: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
})

const newPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext()
  await context.addInitScript(installProbe)
  await context.route(`**${barePath}`, (route) => route.fulfill({ body: bareDialog, contentType: 'text/html' }))
  return context.newPage()
}

/** The bare dialog’s same opening is 1; an aim is a limit of that ratio. */
const openingTable = (openings: readonly Openings[]): string[][] => [
  ['', 'bare dialog', 'modal on screen', 'to the dialog', 'aim', 'field in it', 'to the dialog'],
  ...openings.flatMap(({ slowDown, dialog, modal }) =>
    (['first', 'again'] as const).map((which) => {
      const of = (visits: readonly Opening[], what: keyof Seen) => median(visits.map((visit) => visit[which][what]))
      const bare = of(dialog, 'fieldMs')
      const [surface, field] = [of(modal, 'surfaceMs'), of(modal, 'fieldMs')]
      return [
        `${which === 'first' ? 'first opening' : 'opening again'}${slowDown > 1 ? `, ${slowDown} times slower` : ''}`,
        `${bare.toFixed(0)} ms`,
        `${surface.toFixed(0)} ms`,
        (surface / bare).toFixed(2),
        `${aims[which]} at most`,
        `${field.toFixed(0)} ms`,
        (field / bare).toFixed(2),
      ]
    }),
  ),
]

const listTable = ({ rows, mostRows, longestTaskMs, longTasks }: ScrollReport): string[][] => [
  [`all wallets, ${rows} rows scrolled through`, '', 'aim'],
  ['rows in the document at once', String(mostRows), `${aims.rows} at most`],
  [`tasks of ${aims.taskMs} ms and more`, longTasks === 0 ? 'none' : `${longTasks}, up to ${longestTaskMs} ms`, 'none'],
]
