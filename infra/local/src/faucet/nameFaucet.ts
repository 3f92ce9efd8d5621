import { type Address, encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import type { Chain } from '../chain/createChain.ts'
import { requireMined } from '../chain/requireMined.ts'
import { rpc } from '../chain/rpc.ts'
import { localEns } from '../names/localEns.ts'

const registrarAbi = parseAbi(['function claim(string label, address holder)'])
/** anvil's message for a call that the registrar reverts. */
const isReverted = (error: unknown): boolean => error instanceof Error && error.message.includes('revert')

/**
 * Registers `<label>.eth` on a chain for an address, forward and reverse: returns the transaction's hash, or null when the name is taken.
 */
export const createNameFaucet =
  (chain: Chain) =>
  async (label: string, holder: Address): Promise<string | null> => {
    const data = encodeFunctionData({ abi: registrarAbi, functionName: 'claim', args: [label, holder] })
    const [from = zeroAddress] = (await rpc(chain.url, 'eth_accounts', [])) as string[]
    try {
      const transaction = { from, to: localEns.registrar, data }
      const hash = (await rpc(chain.url, 'eth_sendTransaction', [transaction])) as string
      await requireMined(chain, hash)
      return hash
    } catch (error) {
      if (isReverted(error)) return null
      throw error
    }
  }
export type NameFaucet = ReturnType<typeof createNameFaucet>
