import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack } from '@latchkey/local'
import { chromium } from 'playwright'
import { buildApps } from '../../scripts/build.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { chromiumLaunch } from '../../scripts/chromiumLaunch.ts'
import { formatTable } from '../../scripts/formatTable.ts'
import { describeMachine } from '../describeMachine.ts'
import { median } from '../statistics/median.ts'
import { measureQuotes } from './measureQuotes.ts'
import { type SwapVisit, visitSwap } from './visitSwap.ts'

/** Clear of the ports of `npm start`, the journeys and the other benchmarks. */
const portBase = 34_600
const users = 5

const waits = {
  quoteMs: { title: 'amount to quote', aimMs: 1000 },
  previewMs: { title: 'quote to preview', aimMs: 2000 },
  minedMs: { title: 'preview to the chain', aimMs: 2000 },
} as const
const sizes = { swapKb: 'view Swap', previewKb: 'its preview', buyKb: 'view OnRampProviders' } as const

/** Measures a swap from the amount to the chain, and the code that the views about money load. */
export const money = async ({ print }: { print: (line: string) => void }): Promise<void> => {
  await buildApps({ log: print })
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  process.on('exit', () => rmSync(dataFolder, { recursive: true, force: true }))
  const stack = await startStack({ portBase, dataFolder })
  try {
    const browser = await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() })
    try {
      const machine = describeMachine(browser)
      const visits: SwapVisit[] = []
      // The first one finds servers and disk caches cold and does not count.
      for (let user = 0; user <= users; user++) {
        const visit = await visitSwap(browser, stack, `trader-${user}@example.org`)
        if (user > 0) visits.push(visit)
      }
      const of = (name: keyof typeof waits | keyof typeof sizes): number => median(visits.map((visit) => visit[name]))
      print('')
      print(
        formatTable([
          [`a swap, ${users} users`, 'median', 'of aim'],
          ...Object.entries(waits).map(([name, { title, aimMs }]) => {
            const ms = of(name as keyof typeof waits)
            return [title, `${ms.toFixed(0)} ms`, `${(ms / aimMs).toFixed(2)} (${aimMs / 1000} s)`]
          }),
        ]),
      )
      print('')
      print(
        formatTable(
          await measureQuotes(
            stack,
            visits.map(({ quoteUrl }) => quoteUrl),
          ),
        ),
      )
      print('')
      print(
        formatTable([
          ['loaded when first opened', 'gzip'],
          ...Object.entries(sizes).map(([name, title]) => [title, `${of(name as keyof typeof sizes).toFixed(1)} KB`]),
        ]),
      )
      print('')
      print(machine)
    } finally {
      await browser.close()
    }
  } finally {
    await stack.close()
  }
}
