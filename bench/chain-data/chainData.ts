import { formatTable } from '../../scripts/formatTable.ts'
import { describeMachine } from '../describeMachine.ts'
import { measureBalances } from './measureBalances.ts'
import { measureHistory } from './measureHistory.ts'
import { measureIndexer } from './measureIndexer.ts'
import { measureProxy } from './measureProxy.ts'
import { startPlace } from './startPlace.ts'

/** Measures how long callers wait for chain data. Throws for a wrong result. */
export const chainData = async ({ print }: { print: (line: string) => void }): Promise<void> => {
  const machine = describeMachine()
  const place = await startPlace()
  try {
    for (const measure of [measureBalances, measureProxy, measureIndexer, measureHistory]) {
      print('')
      print(formatTable(await measure(place)))
    }
  } finally {
    await place[Symbol.asyncDispose]()
  }
  print('')
  print(machine)
}
