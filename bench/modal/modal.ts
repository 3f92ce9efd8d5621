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
import { installProbe, type Probe, type ScrollReport } from './probe.ts'

/** Clear of the ports of `npm start`, the journeys and the other benchmarks. */
const portBase = 34_200
const aims = { rows: 40, taskMs: 50 }
const walletCount = 500

export type ModalBenchOptions = { print: (line: string) => void }

/** Measures the list of all wallets in the demo. */
export const modal = async ({ print }: ModalBenchOptions): Promise<void> => {
  await buildApps({ log: print })
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  process.on('exit', () => rmSync(dataFolder, { recursive: true, force: true }))
  const stack = await startStack({ portBase, dataFolder })
  try {
    const browser = await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() })
    try {
      const machine = describeMachine(browser)
      const list = await measureList(browser, stack)
      print('')
      print('modal: the list of all wallets')
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

/** Scrolls through all wallets of a directory of 500, from the first row to the last. */
const measureList = async (browser: Browser, stack: Stack): Promise<ScrollReport> => {
  const page = await newPage(browser)
  await page.route(`${stack.urls.api}/getWallets**`, (route) => {
    const query = new URL(route.request().url()).searchParams
    const [pageNumber, entries] = [Number(query.get('page') ?? 1), Number(query.get('entries') ?? 40)]
    const first = (pageNumber - 1) * entries
    const data = Array.from({ length: Math.min(entries, walletCount - first) }, (_, index) => wallet(first + index))
    return route.fulfill({ json: { data, count: walletCount }, headers: { 'access-control-allow-origin': '*' } })
  })
  await page.goto(`${stack.urls.demo}/playground`)
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
  return context.newPage()
}

const listTable = ({ rows, maxRows, longestTaskMs, longTasks }: ScrollReport): string[][] => [
  [`all wallets, ${rows} rows scrolled through`, '', 'aim'],
  ['rows in the document at once', String(maxRows), `${aims.rows} at most`],
  [`tasks of ${aims.taskMs} ms and more`, longTasks === 0 ? 'none' : `${longTasks}, up to ${longestTaskMs} ms`, 'none'],
]
