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

/** Clear of the ports of `npm start`, the journeys and the other benchmarks. */
const portBase = 23_000

/** Measures a smart account against a standard one, in time and in gas, and our codecs against other libraries'. */
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
