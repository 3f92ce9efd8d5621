import { readFileSync } from 'node:fs'
import { contractStates, placeContracts } from '../chain/placeContracts.ts'

/** What `contracts/build.ts` has written. */
export const contractStatesFile = new URL('./contractStates.json', import.meta.url)

/**
 * Puts the local contracts onto a chain (the address of an anvil), those whose code is not there yet. No transaction, no
 * block: two calls take about 50 ms, where deploying them would take seconds. Safe to repeat; throws `Error` when the chain
 * refuses.
 */
export const placeLocalContracts = (url: string): Promise<void> =>
  placeContracts(url, contractStates.parse(JSON.parse(readFileSync(contractStatesFile, 'utf8'))))
