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
import { measureCodecs } from './measureCodecs.ts'
import { measureConfirmations } from './measureConfirmations.ts'
import { measureOperations } from './measureOperations.ts'

/** Away from the ports of `npm start`, of the journeys and of the other benchmarks. */
const portBase = 23_000

/** Measures what a smart account costs beside a plain one, in time and in gas, and our codecs beside those of others. */
export const calls = async ({ print }: { print: (line: string) => void }): Promise<void> => {
  const machine = describeMachine()
  print('')
  print(formatTable(await measureCodecs()))
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  process.on('exit', () => rmSync(dataFolder, { recursive: true, force: true }))
  await buildApps({ log: print })
  const stack = await startStack({ portBase, dataFolder })
  try {
    const browser = await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() })
    try {
      print('')
      print(formatTable(await measureConfirmations(browser, stack)))
    } finally {
      await browser.close()
    }
    print('')
    print(formatTable(await measureOperations(stack.urls)))
  } finally {
    await stack.close()
  }
  print('')
  print(machine)
}
