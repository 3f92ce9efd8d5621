import { localBitcoin } from '../bitcoin/localBitcoin.ts'
import { scriptOf } from '../bitcoin/readTransaction.ts'
import type { ChainFaucet } from './ChainFaucet.ts'

/** 0.1 BTC. */
const satoshis = 10_000_000

/** Mines new coins. */
export const createBitcoinFaucet = (url: string): ChainFaucet => ({
  chainId: localBitcoin.caipNetworkId,
  parse(address) {
    try {
      scriptOf(address)
      return address
    } catch {
      return undefined
    }
  },
  async giveCoins(address) {
    const response = await fetch(`${url}/_control/credit`, {
      method: 'POST',
      body: JSON.stringify({ address, satoshis }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(await response.text())
    return [((await response.json()) as { txid: string }).txid]
  },
})
