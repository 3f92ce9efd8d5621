import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Stack, startStack } from '@latchkey/local'
import { type Browser, chromium, type Page } from 'playwright'
import { makeProject, packKit } from '../../e2e/outside/makeProject.ts'
import { rows } from '../../e2e/outside/rows.ts'
import { serveProject } from '../../e2e/outside/serveProject.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { chromiumLaunch } from '../../scripts/chromiumLaunch.ts'
import { formatTable } from '../../scripts/formatTable.ts'
import { describeMachine } from '../describeMachine.ts'
import { median } from '../statistics/median.ts'
import { bareDialog } from './bareDialog.ts'

/** Away from the ports of `npm start`, of the journeys and of the other benchmarks. */
const portBase = 34_400
/** The two take turns, so that what else the machine does weighs on both alike. */
const rounds = 7
const hoverMs = 300
/** A slow phone network, as DevTools names it: bits a second, and milliseconds there and back. */
const slowNetwork = { bitsPerSecond: 1_600_000, latencyMs: 100 }

type Condition = { name: string; slowDown: number; hover?: true; slowNetwork?: true }
const conditions: readonly Condition[] = [
  { name: '', slowDown: 1 },
  { name: 'after 300 ms of hover', slowDown: 1, hover: true },
  { name: '4 times slower', slowDown: 4 },
  { name: '4 times slower, after 300 ms of hover', slowDown: 4, hover: true },
  { name: 'network of 100 ms and 1.6 Mbit/s', slowDown: 1, slowNetwork: true },
]
/** Limits of the ratio to the bare dialog, at full speed. */
const aims = { first: 5, again: 2 }

export type OpenBenchOptions = { print: (line: string) => void }

/** Measures from the click to a field that takes a key: the packed modal in a project outside the workspace, beside a bare native dialog. */
export const open = async ({ print }: OpenBenchOptions): Promise<void> => {
  const [project] = rows.filter(({ isQuick }) => isQuick)
  if (project === undefined) throw new Error('No project outside is quick')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const stack = await startStack({ portBase, dataFolder: folder, parts: ['chainA', 'inbox', 'api', 'frame'] })
  try {
    const made = await makeProject(project, factsOf(stack), await packKit(folder))
    writeFileSync(
      join(made, 'serve' in project && 'files' in project.serve ? project.serve.files : '', 'bare.html'),
      bareDialog,
    )
    await using _ = await serveProject(made, project, stack.ports.demo, project.headers)
    const browser = await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() })
    try {
      const table = await measure(browser, `http://127.0.0.1:${stack.ports.demo}/`)
      print('')
      print(`open: click to a field that takes a key, medians of ${rounds} visits each, by turns`)
      print(formatTable(table))
      print('')
      print(describeMachine(browser))
    } finally {
      await browser.close()
    }
    rmSync(dirname(made), { recursive: true, force: true })
  } finally {
    await stack.close()
  }
}

const factsOf = ({ urls }: Stack) => ({
  FRAME_URL: urls.wallet,
  API_URL: urls.api,
  CHAIN_URL: urls.chainA,
  MESSAGE: '',
})

type Opening = { first: number; again: number; files: number }

const measure = async (browser: Browser, url: string): Promise<string[][]> => {
  const table = [['', 'bare dialog', 'Latchkey', 'to the dialog', 'aim', 'files']]
  for (const condition of conditions) {
    const dialog: Opening[] = []
    const modal: Opening[] = []
    // The first visit of each finds servers and disk caches cold and does not count.
    for (let round = 0; round <= rounds; round++) {
      const [bare, kit] = [await visit(browser, `${url}bare.html`, condition), await visit(browser, url, condition)]
      if (round === 0) continue
      dialog.push(bare)
      modal.push(kit)
    }
    for (const which of ['first', 'again'] as const) {
      const [bare, kit] = [dialog, modal].map((openings) => median(openings.map((opening) => opening[which])))
      const isAim = condition.slowDown === 1 && condition.slowNetwork !== true
      table.push([
        [which === 'first' ? 'first opening' : 'opening again', condition.name]
          .filter((part) => part !== '')
          .join(', '),
        `${(bare ?? 0).toFixed(0)} ms`,
        `${(kit ?? 0).toFixed(0)} ms`,
        ((kit ?? 0) / (bare ?? 1)).toFixed(1),
        isAim ? `${aims[which]} at most` : '',
        which === 'first' ? String(Math.max(...modal.map(({ files }) => files))) : '',
      ])
    }
  }
  return table
}

/** A newcomer opens it, closes it and opens it again. */
const visit = async (
  browser: Browser,
  url: string,
  { slowDown, hover, slowNetwork: isSlow }: Condition,
): Promise<Opening> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  if (isSlow) {
    const bytesPerSecond = slowNetwork.bitsPerSecond / 8
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slowNetwork.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
  }
  const button = page.getByRole('button', { name: /^(Sign in|Connect)$/ })
  if (hover) {
    await button.hover()
    await page.waitForTimeout(hoverMs)
  }
  const first = await openOnce(page)
  // What the first opening has begun is over before the second.
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'hidden' })
  await page.waitForTimeout(300)
  const again = await openOnce(page)
  await context.close()
  return { first: first.ms, again: again.ms, files: first.files }
}

type Seen = { ms: number; files: number }

/** Until the frame in which the field has the focus is handed over, in the page's own time; it is then given a key, which it has to take. */
const openOnce = async (page: Page): Promise<Seen> => {
  const seen = await page.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
      /^(Sign in|Connect)$/.test(textContent),
    )
    const startedMs = performance.now()
    button?.click()
    const isFocused = (): boolean => {
      const own = document.querySelector('latchkey-modal')?.shadowRoot ?? document
      return own.activeElement instanceof HTMLInputElement
    }
    // Ten seconds are no opening.
    while (!isFocused() && performance.now() - startedMs < 10_000) await new Promise(requestAnimationFrame)
    const focusedMs = performance.now()
    await new Promise(requestAnimationFrame)
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
    const files = performance
      .getEntriesByType('resource')
      .filter(
        ({ name, startTime }) => name.startsWith(location.origin) && startTime >= startedMs && startTime <= focusedMs,
      )
    return { ms: performance.now() - startedMs, files: files.length }
  })
  await page.keyboard.press('a')
  const taken = await page.locator('dialog input').first().inputValue()
  if (!taken.endsWith('a')) throw new Error('The field has the focus and takes no key')
  return seen
}
