import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Chain } from '../chain/createChain.ts'
import { requireMined } from '../chain/requireMined.ts'
import { rpc } from '../chain/rpc.ts'

/** A transaction of the chain's first development account. */
export type Gift = { to: Address; value?: Hex; data?: Hex }

const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])

/** New tokens of a local contract, in base units. */
export const mintOf = (token: Address, to: Address, units: bigint): Gift => ({
  to: token,
  data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, units] }),
})

/** Sends each, and returns their hashes once all are mined. Rejects when the chain can't be reached or reverts one. */
export const sendGifts = async (chain: Chain, gifts: readonly Gift[]): Promise<Hex[]> => {
  const [from] = (await rpc(chain.url, 'eth_accounts', [])) as string[]
  const hashes: Hex[] = []
  // One by one: each takes the account's next nonce.
  for (const gift of gifts) hashes.push((await rpc(chain.url, 'eth_sendTransaction', [{ from, ...gift }])) as Hex)
  await Promise.all(hashes.map((hash) => requireMined(chain, hash)))
  return hashes
}
