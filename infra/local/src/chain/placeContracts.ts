import * as z from 'zod'
import { rpcBatch } from './rpc.ts'

const hex = z.string().regex(/^0x[0-9a-f]*$/)
/** What an account of a chain holds beside its code. */
export const accountHoldings = z.strictObject({
  /** Wei. */
  balance: hex.optional(),
  /** Word by slot. */
  storage: z.record(hex, hex),
})
/** Run-time code and what it holds. */
const contractState = z.strictObject({ code: hex, ...accountHoldings.shape })

/** Contracts as they are right after they were set up, by address. */
export const contractStates = z.record(z.string(), contractState)
export type ContractStates = z.output<typeof contractStates>

/**
 * Writes contracts to a chain (the address of an anvil), those whose code is not there yet, without a transaction or a block.
 * Safe to repeat, also after one that was cut off; throws `Error` when the chain refuses.
 */
export const placeContracts = async (url: string, contracts: ContractStates): Promise<void> => {
  const states = Object.entries(contracts)
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
