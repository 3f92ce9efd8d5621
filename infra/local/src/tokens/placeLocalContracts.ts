import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { rpcBatch } from '../chain/rpc.ts'

const hex = z.string().regex(/^0x[0-9a-f]*$/)
const contract = z.strictObject({
  /** Run-time code. */
  code: hex,
  /** Wei. */
  balance: hex.optional(),
  /** Word by slot. */
  storage: z.record(hex, hex),
})

/** Contracts as they are right after they were set up, by address. */
export type ContractStates = Record<string, z.output<typeof contract>>

/** What `contracts/build.ts` has written. */
export const contractStatesFile = new URL('./contractStates.json', import.meta.url)

const readStates = (): ContractStates =>
  z.record(z.string(), contract).parse(JSON.parse(readFileSync(contractStatesFile, 'utf8')))

/**
 * Puts the local contracts onto a chain (the address of an anvil), those whose code is not there yet. No transaction, no
 * block: two calls take about 50 ms, where deploying them would take seconds. Safe to repeat; throws `Error` when the chain
 * refuses.
 */
export const placeLocalContracts = async (url: string): Promise<void> => {
  const states = Object.entries(readStates())
  const codes = await rpcBatch(
    url,
    states.map(([address]) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
  )
  const missing = states.filter(([, { code }], index) => codes[index] !== code)
  if (missing.length === 0) return
  await rpcBatch(
    url,
    missing.flatMap(([address, { balance = '0x0', storage }]) => [
      { method: 'anvil_setNonce', params: [address, '0x1'] },
      { method: 'anvil_setBalance', params: [address, balance] },
      ...Object.entries(storage).map(([slot, word]) => ({
        method: 'anvil_setStorageAt',
        params: [address, slot, word],
      })),
    ]),
  )
  // The code comes last: whoever finds it finds the contract whole, also after a start that was cut off.
  await rpcBatch(
    url,
    missing.map(([address, { code }]) => ({ method: 'anvil_setCode', params: [address, code] })),
  )
}
