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
import { measureUser, type Visit, waitNames } from './measureUser.ts'
import { summarise, timelineOf } from './summarise.ts'

/** Clear of the ports of `npm start` and of the journeys. */
const portBase = 33_000
const runs = 10
/** The latest start of a visit, so that everything ends within 3 minutes. */
const lastStartMs = 140_000

export type LoginOptions = {
  /** Also prints the network's and the vault's activities in a typical visit. */
  withTimeline: boolean
  print: (line: string) => void
}

/** Measures sign-in, reload and signature on the built apps and a separate stack. Throws when one of them fails. */
export const login = async ({ withTimeline, print }: LoginOptions): Promise<void> => {
  const startedMs = performance.now()
  await buildApps({ log: print })
  const executablePath = findChromium()
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  process.on('exit', () => rmSync(dataFolder, { recursive: true, force: true }))
  const stack = await startStack({ portBase, dataFolder })
  try {
    const browser = await chromium.launch({ ...chromiumLaunch, executablePath })
    try {
      const machine = describeMachine(browser)
      const visits: Visit[] = []
      // The first one finds servers and disk caches cold and does not count.
      for (let run = 0; run <= runs && (run < 2 || performance.now() - startedMs < lastStartMs); run++) {
        const visit = await measureUser(browser, stack, `user-${run}@example.org`)
        if (run > 0) visits.push(visit)
      }
      const isCut = visits.length < runs
      print('')
      print(`login: ${visits.length} runs${isCut ? `, not ${runs}: the time was up` : ''}`)
      print(formatTable(summarise(visits)))
      if (withTimeline) for (const name of waitNames) print(`\n${formatTable(timelineOf(visits, name))}`)
      print('')
      print('Shares are of the time of each run. All but the rest may overlap; bench/README.md defines them.')
      print(machine)
    } finally {
      await browser.close()
    }
  } finally {
    await stack.close()
  }
}
