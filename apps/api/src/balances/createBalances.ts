import { type TokenBalance, tokenBalance } from '@latchkey/api-client'
import type { ChainNamespace, KnownNetworks, Network } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import { cacheWithFailures } from '@latchkey/service-kit/cache/cacheWithFailures'
import * as z from 'zod/mini'
import { type AccountOn, accountsOf } from './accountsOf.ts'
import { type BitcoinHoldingsOptions, createBitcoinHoldings } from './bitcoinHoldings.ts'
import { createEvmHoldings, type EvmHoldingsOptions } from './evmHoldings.ts'
import type { ReadHoldings } from './holding.ts'
import { type PriceHoldingsOptions, priceHoldings } from './priceHoldings.ts'
import { createSolanaHoldings } from './solanaHoldings.ts'
import { within } from './within.ts'

export type BalancesOptions = EvmHoldingsOptions &
  BitcoinHoldingsOptions &
  PriceHoldingsOptions & {
    /** Node addresses by CAIP-2. */
    nodes: Readonly<Record<string, readonly string[]>>
    cache: SharedCache
    known: KnownNetworks
  }

/** Reads what accounts hold. */
export type Balances = {
  /** CAIP-2 ids of the chains whose nodes are configured, in the registry's order. */
  readonly served: readonly string[]
  /**
   * Coins first, then tokens, the most valuable first. An unreachable chain is left out as long as another one responds.
   *
   * Throws CHAIN_NOT_SUPPORTED, ADDRESS_INVALID, and CHAIN_UNREACHABLE when none of the chains responds.
   */
  read(asked: BalancesRequest): Promise<TokenBalance[]>
}

type BalancesRequest = {
  address: string
  /** CAIP-2. Default: all chains that have such addresses. */
  chainId?: string | undefined
  /** Bypasses the cache, unless a forced read happened in the last 3 s. */
  isForced: boolean
}

/** Specification section 9. */
const freshMs = 30_000
/** A forced read within this time returns the previous forced result. */
const forcedMs = 3_000
/** A caller waits 10 s. A slower chain's result goes into the cache for the next caller. */
const timeoutMs = 8_000

export function createBalances(options: BalancesOptions): Balances {
  const { nodes, esplora, cache, known } = options
  const readers: Partial<Record<ChainNamespace, ReadHoldings>> = {
    eip155: createEvmHoldings(options),
    solana: createSolanaHoldings(options),
    bip122: createBitcoinHoldings(options),
  }
  const isServed = ({ caipNetworkId, chainNamespace }: Network): boolean =>
    chainNamespace === 'bip122'
      ? Object.hasOwn(esplora, caipNetworkId)
      : chainNamespace in readers && Object.hasOwn(nodes, caipNetworkId) && nodes[caipNetworkId]?.length !== 0

  const readNow = async ({ network, account }: AccountOn): Promise<TokenBalance[]> => {
    const holdings = await readers[network.chainNamespace]?.(account, network)
    return priceHoldings(options, network, holdings ?? [])
  }
  const readOn = (on: AccountOn, isForced: boolean): Promise<TokenBalance[]> => {
    const key = `balances:${on.network.caipNetworkId}:${on.account}`
    if (!isForced) return cacheWithFailures(cache, key, freshMs, parseKept, () => readNow(on))
    // Forced reads within seconds share one reading, which later callers find in the cache.
    return cache.once(`${key}:forced`, forcedMs, parseKept, async () => {
      const balances = await readNow(on)
      await cache.put(key, balances, freshMs)
      return balances
    })
  }

  return {
    served: known.all.filter(isServed).map(({ caipNetworkId }) => caipNetworkId),
    async read({ address, chainId, isForced }) {
      const accounts = accountsOf(address, chainId, isServed, known)
      const late = () => new AppError('CHAIN_UNREACHABLE')
      const answers = await Promise.allSettled(accounts.map((on) => within(timeoutMs, readOn(on, isForced), late)))
      const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
      const unexpected = failures.find((failure) => AppError.from(failure).name !== 'CHAIN_UNREACHABLE')
      if (unexpected !== undefined) throw unexpected
      if (failures.length > 0 && failures.length === accounts.length) throw failures[0]
      return inOrder(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])))
    },
  }
}

const keptBalances = z.array(tokenBalance)
const parseKept = (kept: unknown): TokenBalance[] => z.parse(keptBalances, kept)

/** Coins, then tokens; the most valuable first, those without a value by their symbols. */
const inOrder = (balances: readonly TokenBalance[]): TokenBalance[] =>
  balances.toSorted(
    (one, other) =>
      Number(one.address !== undefined) - Number(other.address !== undefined) ||
      (other.value ?? 0) - (one.value ?? 0) ||
      compare(one.symbol.toLowerCase(), other.symbol.toLowerCase()) ||
      compare(one.address ?? one.chainId, other.address ?? other.chainId),
  )

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
