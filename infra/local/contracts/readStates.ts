import { gunzipSync } from 'node:zlib'
import type { Address, Hex } from 'viem'
import * as z from 'zod'
import type { ContractStates } from '../src/chain/placeContracts.ts'
import type { Client } from './scratchChain.ts'

const accountState = z.object({ balance: z.string(), code: z.string(), storage: z.record(z.string(), z.string()) })
const dump = z.object({ accounts: z.record(z.string(), accountState) })

/** Returns the state of these addresses on a chain. Throws for an address without code. */
export const readStates = async (client: Client, addresses: readonly Address[]): Promise<ContractStates> => {
  const packed = await client.request<{ Method: 'anvil_dumpState'; Parameters: []; ReturnType: Hex }>({
    method: 'anvil_dumpState',
    params: [],
  })
  const { accounts } = dump.parse(JSON.parse(gunzipSync(Buffer.from(packed.slice(2), 'hex')).toString()))
  return Object.fromEntries(
    addresses.map((address) => {
      const account = accounts[address.toLowerCase()]
      if (account === undefined || account.code === '0x') throw new Error(`There is no contract at ${address}`)
      const storage = Object.fromEntries(Object.entries(account.storage).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const hasEther = BigInt(account.balance) > 0n
      return [address, { code: account.code, ...(hasEther ? { balance: account.balance } : {}), storage }]
    }),
  )
}
