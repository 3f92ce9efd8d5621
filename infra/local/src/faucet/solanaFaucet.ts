import { base58 } from '@scure/base'
import { type Address, address, type Blockhash } from '@solana/kit'
import { rpc } from '../chain/rpc.ts'
import { mintOfTokens, openFaucetAccount, signedByFaucet } from '../solana/faucetTransactions.ts'
import { localCluster, localMints } from '../solana/localMints.ts'
import type { ChainFaucet } from './ChainFaucet.ts'

const tenSol = 10_000_000_000
const tokens = 1_000n

/** Hands out 10 SOL; 1,000 USDC and 1,000 LKEY. The cluster's faucet account, which may mint, pays. */
export const createSolanaFaucet = (url: string): ChainFaucet => ({
  chainId: localCluster.caipNetworkId,
  parse(text) {
    try {
      return base58.decode(text).length === 32 ? text : undefined
    } catch {
      return undefined
    }
  },
  giveCoins: async (to) => [(await rpc(url, 'requestAirdrop', [to, tenSol])) as string],
  giveTokens: async (to) => [await giveTokens(url, address(to))],
})

const giveTokens = async (url: string, to: Address): Promise<string> => {
  const faucet = await openFaucetAccount()
  const instructions = await Promise.all(
    Object.values(localMints).map((mint) => mintOfTokens(faucet, mint, to, tokens * 10n ** BigInt(mint.decimals))),
  )
  const { value } = (await rpc(url, 'getLatestBlockhash', [])) as {
    value: { blockhash: Blockhash; lastValidBlockHeight: number }
  }
  const lifetime = { blockhash: value.blockhash, lastValidBlockHeight: BigInt(value.lastValidBlockHeight) }
  const signed = await signedByFaucet(faucet, lifetime, instructions.flat())
  return (await rpc(url, 'sendTransaction', [signed, { encoding: 'base64' }])) as string
}
