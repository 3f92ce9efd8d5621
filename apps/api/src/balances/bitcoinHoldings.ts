import { AppError } from '@latchkey/protocol/errors'
import { readBytes, requireJson } from '@latchkey/service-kit/http/readBody'
import * as z from 'zod/mini'
import { coinHolding, type ReadHoldings } from './holding.ts'

export type BitcoinHoldingsOptions = {
  /** Base URLs of Esplora-compatible servers, by CAIP-2, without a trailing slash. */
  esplora: Readonly<Record<string, string>>
  fetch: typeof globalThis.fetch
}

const timeoutMs = 6_000
/** A response has a few hundred bytes, however many transactions exist. */
const maxBytes = 16 * 1024

// JSON's numbers are exact up to 2 ** 53 satoshi: 90 million coins, four times what there will ever be.
const satoshi = z.int().check(z.minimum(0))
const sums = z.object({ funded_txo_sum: satoshi, spent_txo_sum: satoshi })
const addressAnswer = z.object({ address: z.string(), chain_stats: sums, mempool_stats: sums })

/**
 * Reads the coins of one address. Unconfirmed transactions count on both sides: otherwise a payment's change would be missing until the
 * next block. Throws CHAIN_UNREACHABLE.
 */
export const createBitcoinHoldings =
  ({ esplora, fetch }: BitcoinHoldingsOptions): ReadHoldings =>
  async (account, network) => {
    try {
      const response = await fetch(`${esplora[network.caipNetworkId]}/address/${account}`, {
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      if (!response.ok) throw new Error(`the server answered ${response.status}`)
      const answered = z.parse(addressAnswer, requireJson(await readBytes(response, maxBytes)))
      if (answered.address !== account) throw new Error('the server answered for another address')
      const units = [answered.chain_stats, answered.mempool_stats].reduce(
        (sum, { funded_txo_sum, spent_txo_sum }) => sum + BigInt(funded_txo_sum) - BigInt(spent_txo_sum),
        0n,
      )
      if (units < 0n) throw new Error('more was spent than there was')
      return [coinHolding(network, units)]
    } catch (cause) {
      throw new AppError('CHAIN_UNREACHABLE', { cause })
    }
  }
