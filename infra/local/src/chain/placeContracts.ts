import * as z from 'zod'
import { rpcBatch } from './rpc.ts'

const hex = z.string().regex(/^0x[0-9a-f]*$/)
/** An account's state beside its code. */
export const accountHoldings = z.strictObject({
  /** Wei. */
  balance: hex.optional(),
  /** Word by slot. */
  storage: z.record(hex, hex),
})
/** Run-time code and state. */
const contractState = z.strictObject({ code: hex, ...accountHoldings.shape })

/** Contracts right after their setup, by address. */
export const contractStates = z.record(z.string(), contractState)
export type ContractStates = z.output<typeof contractStates>

/**
 * Writes missing contracts to a chain (the URL of an anvil), without a transaction or a block. Idempotent, also after an interruption;
 * throws `Error` when the chain refuses.
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
  // The code comes last: where it exists, the contract is complete, also after an interrupted start.
  await rpcBatch(
    url,
    missing.map(([address, { code }]) => ({ method: 'anvil_setCode', params: [address, code] })),
  )
}
