import { readFileSync } from 'node:fs'
import { contractStates, placeContracts } from '../chain/placeContracts.ts'

/** The output of `contracts/build.ts`. */
export const contractStatesFile = new URL('./contractStates.json', import.meta.url)

/**
 * Writes missing local contracts to a chain (the URL of an anvil). No transaction, no block: two calls take about 50 ms, where deploying
 * them would take seconds. Idempotent; throws `Error` when the chain refuses.
 */
export const placeLocalContracts = (url: string): Promise<void> =>
  placeContracts(url, contractStates.parse(JSON.parse(readFileSync(contractStatesFile, 'utf8'))))
