import { type Asset, type Effect, type EvmAddress, type EvmTransaction, toChecksumAddress } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveTransaction'
import type { RpcParams } from '@latchkey/protocol'
import type { ChainReader } from '../../chain/createChainReader.ts'
import { type Consult, maxNamed } from '../insights/insights.ts'
import { inTime, niceToKnowMs } from '../insights/inTime.ts'
import { type Change, changesOf } from '../simulation/changesOf.ts'
import { assetOf } from '../simulation/pickChanges.ts'
import { readToken, type TokenFacts } from '../token/readToken.ts'
import type { ReadTransaction } from './describeTransaction.ts'

/** The metadata of tokens, by contract; null for one without, absent for one that was not read. */
export type TokenMap = ReadonlyMap<EvmAddress, TokenFacts | null>

/** The simulation's result; `at`: the index of the failed call, from 0. */
export type Tried =
  | { kind: 'ran'; changes: readonly Change[] }
  | { kind: 'reverted'; reason: string; at: number }
  | { kind: 'unavailable' }

/** A planned call, and its decoded form. */
export type Planned = { request: Pick<EvmTransaction, 'from' | 'to' | 'value' | 'data'>; transaction: ReadTransaction }

/** Additional facts about a transaction or a batch. Each part may be missing: confirming needs none of them. */
export type Insight = {
  tried: Tried
  tokens: TokenMap
  /** The assets that the calls themselves name, coins included. */
  named: ReadonlySet<Asset>
  /** Returns whether an address has code; undefined if the network did not answer. */
  hasCode: (address: EvmAddress) => boolean | undefined
  known: readonly EvmAddress[] | null
  priceUsd: number | null
  /** US dollars for one whole token, by contract; unknown prices are omitted. */
  tokenPricesUsd: ReadonlyMap<EvmAddress, number>
  /** Names that resolve back to their address. */
  names: ReadonlyMap<EvmAddress, string>
  /** The user's account of the other type; null where there is none. */
  other: OwnAccount | null
  /** Tokens that arrive on other networks, by `elsewhereKey`. */
  elsewhere: ReadonlyMap<string, Elsewhere>
}

/** One of the user's own accounts, and its type. */
type OwnAccount = { address: EvmAddress; type: 'standard' | 'smart' }

/** A token on another network. `network`: its name. Null if unknown. */
type Elsewhere = { network: string | null; token: TokenFacts | null }

export const elsewhereKey = ({ network, asset }: { network: string; asset: Asset }): string => `${network}:${asset}`

/** The maximum number of tokens and addresses looked up. */
const maxTokens = 12
const maxAddresses = 24
const maxElsewhere = 2

/** Requests all facts at once, and returns those that arrive in time. `owner`: the owner of the smart account `from`. Never fails. */
export async function gatherInsight(
  from: EvmAddress,
  planned: readonly Planned[],
  { read, consult, owner }: { read: ChainReader; consult?: Consult | undefined; owner?: string | undefined },
): Promise<Insight> {
  const calls = planned.map(({ request: { to, value, data } }) => ({ to, value: `0x${value.toString(16)}`, data }))
  const asked = <result>(ask: () => Promise<result> | undefined): Promise<result | null> => inTime(ask)
  const trying = asked(() => consult?.('simulate', calls)).then((simulation): Tried => {
    if (simulation === null) return { kind: 'unavailable' }
    return simulation.kind === 'ran' ? { kind: 'ran', changes: changesOf(simulation.logs, from) } : simulation
  })
  const named = new Set<Asset>(['native', ...planned.flatMap(({ transaction }) => assetsOf(transaction.effects))])
  const readTokens = async (): Promise<TokenMap> => {
    const tried = await trying
    const assets = new Set([...named, ...(tried.kind === 'ran' ? tried.changes.map(assetOf) : [])])
    const tokens = [...assets].filter((asset) => asset !== 'native').slice(0, maxTokens)
    return new Map(
      await Promise.all(tokens.map(async (each) => [each, await asked(() => readToken(each, read))] as const)),
    )
  }
  const tokensOf = readTokens()
  const codesOf = async () => {
    const codes = [...new Set(addressesOf(planned))].slice(0, maxAddresses).map(async (each) => {
      const code = await asked(() => read('eth_getCode', [each, 'latest']))
      return [each, code === null ? undefined : isCode(code)] as const
    })
    return new Map(await Promise.all(codes))
  }
  const pricesOf = async (): Promise<Insight['tokenPricesUsd']> => {
    const asset = [...(await tokensOf).keys()]
    if (asset.length === 0) return new Map()
    const prices = (await inTime(() => consult?.('tokenPricesUsd', asset), niceToKnowMs)) ?? []
    return new Map(asset.flatMap((each, at) => ((prices[at] ?? 0) > 0 ? [[each, prices[at] as number] as const] : [])))
  }
  const namesOf = async (): Promise<Insight['names']> => {
    const asked = [...new Set(recipientsOf(planned))].slice(0, maxNamed)
    if (asked.length === 0) return new Map()
    const names = (await inTime(() => consult?.('namesOf', asked), niceToKnowMs)) ?? []
    return new Map(asked.flatMap((each, at) => (names[at] ? [[each, names[at]] as const] : [])))
  }
  const otherOf = async (): Promise<OwnAccount | null> => {
    if (owner !== undefined) return owner === from ? null : { address: toChecksumAddress(owner), type: 'standard' }
    const smart = await asked(() => consult?.('smartAccount', null))
    return smart === null ? null : { address: toChecksumAddress(smart), type: 'smart' }
  }
  const elsewhereOf = async (): Promise<Insight['elsewhere']> => {
    const gets = planned.flatMap(({ transaction: { effects } }) =>
      effects.flatMap((effect) => (effect.kind === 'bridge' ? [effect.get] : [])),
    )
    const facts = gets.slice(0, maxElsewhere).map(async (get) => {
      const { network, asset } = get
      const there: ChainReader = async (_method, params) => {
        const [{ to, data }] = params as RpcParams<'eth_call'>
        return (await consult?.('callOn', { network, to: to as string, data: data as string })) as never
      }
      const [name, token] = await Promise.all([
        asked(() => consult?.('networkName', network)),
        asset === 'native' ? null : asked(() => readToken(asset, there)),
      ])
      return [elsewhereKey(get), { network: name, token }] as const
    })
    return new Map(await Promise.all(facts))
  }
  const [tried, tokens, codes, known, priceUsd, tokenPricesUsd, names, other, elsewhere] = await Promise.all([
    trying,
    tokensOf,
    codesOf(),
    asked(() => consult?.('knownAddresses', null)),
    inTime(() => consult?.('nativePriceUsd', null), niceToKnowMs),
    pricesOf(),
    namesOf(),
    otherOf(),
    elsewhereOf(),
  ])
  return {
    tried,
    tokens,
    named,
    hasCode: (address) => codes.get(address),
    // The user's own account is never a first-time recipient.
    known: known && [...known.map(toChecksumAddress), ...(other === null ? [] : [other.address])],
    // A price of zero means that the source doesn't know it.
    priceUsd: priceUsd === 0 ? null : priceUsd,
    tokenPricesUsd,
    names: other === null ? names : new Map([...names, [other.address, ownName(other)]]),
    other,
    elsewhere,
  }
}

/** Returns the name of the user's own account. */
const ownName = ({ type }: OwnAccount): string => t(`own.${type}`)

/** Returns the recipients and spenders that a sentence names. */
const recipientsOf = (planned: readonly Planned[]): readonly EvmAddress[] =>
  planned.flatMap(({ transaction: { effects } }) =>
    effects.flatMap((effect) => {
      switch (effect.kind) {
        case 'send':
        case 'sendItems':
          return [effect.to]
        case 'allow':
          return [effect.spender]
        case 'allowAll':
          return [effect.operator]
        default:
          return []
      }
    }),
  )

/** An account that delegates to code (EIP-7702) still counts as a wallet address. */
const isCode = (code: string): boolean => code !== '0x' && !/^0xef0100[0-9a-f]{40}$/i.test(code)

/** Returns the addresses to check for code: spenders first, then called contracts. */
export const addressesOf = (planned: readonly Planned[]): readonly EvmAddress[] => [
  ...planned.flatMap(({ transaction }) =>
    transaction.effects.flatMap((effect) => {
      if (effect.kind === 'allow') return effect.amount === 0n ? [] : [effect.spender]
      return effect.kind === 'allowAll' ? [effect.operator] : []
    }),
  ),
  ...planned.flatMap(({ transaction: { call } }) => (call === null || call.data === '0x' ? [] : [call.to])),
]

/** Returns the tokens that the effects name, with repetitions. */
export const assetsOf = (effects: readonly Effect[]): readonly EvmAddress[] => {
  const assets = effects.flatMap((effect): Asset[] => {
    switch (effect.kind) {
      case 'send':
        return [effect.asset]
      case 'sendItems':
      case 'allowAll':
        return [effect.collection]
      case 'allow':
        return [effect.token]
      case 'swap':
        return [effect.give.asset, effect.get.asset]
      // The arriving token is on another network (`elsewhere`).
      case 'bridge':
        return [effect.give.asset]
      default:
        return [effect.contract]
    }
  })
  return assets.filter((asset) => asset !== 'native')
}
