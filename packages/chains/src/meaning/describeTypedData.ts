import type { EvmAddress } from '../address/evmAddress.ts'
import type { Call } from '../calldata/decodeCall.ts'
import type { Asset } from '../calldata/effectsOf.ts'
import { detectPermit, type Permit } from '../erc20/detectPermit.ts'
import type { Hex } from '../hex/hex.ts'
import type { TypedData, TypedDataStruct, TypedDataValue } from '../message/typedData.ts'

/** Something offered or requested in an order. `amount` is in base units; `id` identifies an item, or is null for a token. */
export type OrderSide = { asset: Asset; amount: bigint; id: bigint | null; to: EvmAddress | null }

/** What a signature of typed data allows others to do, as far as its fields show. */
export type TypedDataMeaning =
  | { kind: 'permit'; permit: Permit }
  /** Any holder of the signature can make this trade until `expires` (seconds since 1970). */
  | { kind: 'order'; give: readonly OrderSide[]; get: readonly OrderSide[]; expires: bigint | null }
  /** A Safe transaction, executed when enough owners have signed. `delegates`: with full control over the Safe. */
  | { kind: 'safeTransaction'; safe: EvmAddress; call: Call; delegates: boolean }
  /** A relayer can send this call, and it counts as the account's own (ERC-2771). */
  | { kind: 'forwardedCall'; call: Call }
  /** The account delegates its votes, or the right to act for it. */
  | { kind: 'delegation'; delegate: EvmAddress; power: 'votes' | 'account'; expires: bigint | null }
  /** A sign-in with a page's domain or URL. */
  | { kind: 'signIn'; named: string; statement: string | null }
  | { kind: 'unknown' }

/** Detects the purpose of typed data by their field names and types; the dapp chooses the names of structs. */
export function describeTypedData(typedData: TypedData): TypedDataMeaning {
  const permit = detectPermit(typedData)
  if (permit !== null) return { kind: 'permit', permit }
  const fields = new Map(typedData.types[typedData.primaryType]?.map(({ name, type }) => [name, type]))
  const has: Has = (shape) => Object.entries(shape).every(([name, type]) => type.test(fields.get(name) ?? ''))
  for (const read of readers) {
    const meaning = read(typedData, has)
    if (meaning !== null) return meaning
  }
  return { kind: 'unknown' }
}

type Has = (shape: Readonly<Record<string, RegExp>>) => boolean
type Reader = (typedData: TypedData, has: Has) => TypedDataMeaning | null

const isAddress = /^address$/
const isUint = /^uint\d+$/
const isBytes = /^bytes$/
const isText = /^string$/

const readSafeTransaction: Reader = ({ domain, message }, has) => {
  const isIt = has({ to: isAddress, value: isUint, data: isBytes, operation: isUint, safeTxGas: isUint, nonce: isUint })
  const safe = domain.verifyingContract
  if (!isIt || safe === undefined) return null
  const { to, value, data, operation } = message
  const call = { from: safe, to: to as EvmAddress, value: value as bigint, data: data as Hex }
  return { kind: 'safeTransaction', safe, call, delegates: operation !== 0n }
}

const readForwardedCall: Reader = ({ message }, has) => {
  if (!has({ from: isAddress, to: isAddress, value: isUint, gas: isUint, nonce: isUint, data: isBytes })) return null
  const { from, to, value, data } = message
  return {
    kind: 'forwardedCall',
    call: { from: from as EvmAddress, to: to as EvmAddress, value: value as bigint, data: data as Hex },
  }
}

const readDelegation: Reader = ({ message }, has) => {
  if (has({ delegatee: isAddress, nonce: isUint, expiry: isUint })) {
    return {
      kind: 'delegation',
      delegate: message.delegatee as EvmAddress,
      power: 'votes',
      expires: message.expiry as bigint,
    }
  }
  // ERC-7710, as delegation managers define it.
  return has({ delegate: isAddress, delegator: isAddress, authority: /^bytes32$/ })
    ? { kind: 'delegation', delegate: message.delegate as EvmAddress, power: 'account', expires: null }
    : null
}

/** Reads Seaport orders: lists of offered and requested items, with a type for each. */
const readSeaport: Reader = ({ message, types, primaryType }) => {
  const { offer, consideration, endTime, offerer } = message
  const isIt = ['offer', 'consideration'].every((name) =>
    types[primaryType]?.some((field) => field.name === name && field.type.endsWith('[]')),
  )
  if (!isIt || typeof offerer !== 'string') return null
  const give = sidesOf(offer)
  const get = sidesOf(consideration)
  return give === null || get === null
    ? null
    : { kind: 'order', give, get, expires: typeof endTime === 'bigint' ? endTime : null }
}

function sidesOf(value: TypedDataValue | undefined): OrderSide[] | null {
  if (!Array.isArray(value)) return null
  const sides = value.map((item: TypedDataValue): OrderSide | null => {
    if (typeof item !== 'object' || Array.isArray(item)) return null
    const { itemType, token, identifierOrCriteria, startAmount, endAmount, recipient } = item as TypedDataStruct
    const isIt =
      typeof itemType === 'bigint' &&
      typeof token === 'string' &&
      typeof identifierOrCriteria === 'bigint' &&
      typeof startAmount === 'bigint' &&
      typeof endAmount === 'bigint'
    if (!isIt) return null
    return {
      asset: itemType === 0n ? 'native' : (token as EvmAddress),
      // The amount changes over time. For given items the maximum counts; requested ones show their minimum.
      amount: startAmount > endAmount === (recipient === undefined) ? startAmount : endAmount,
      id: itemType >= 2n ? identifierOrCriteria : null,
      to: typeof recipient === 'string' ? (recipient as EvmAddress) : null,
    }
  })
  return sides.every((side) => side !== null) ? sides : null
}

/** Orders with one token on each side, by the field names of 0x, CoW, 1inch and similar protocols. */
const pairs = [
  { give: ['makerToken', 'makerAmount'], get: ['takerToken', 'takerAmount'] },
  { give: ['makerAsset', 'makingAmount'], get: ['takerAsset', 'takingAmount'] },
  { give: ['sellToken', 'sellAmount'], get: ['buyToken', 'buyAmount'] },
  { give: ['inputToken', 'inputAmount'], get: ['outputToken', 'outputAmount'] },
  { give: ['giveToken', 'giveAmount'], get: ['getToken', 'getAmount'] },
] as const

/** The placeholder for the native coin in such orders. */
const coins = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const readPair: Reader = ({ message }, has) => {
  const pair = pairs.find(({ give, get }) =>
    has({ [give[0]]: isAddress, [give[1]]: isUint, [get[0]]: isAddress, [get[1]]: isUint }),
  )
  if (pair === undefined) return null
  const side = ([token, amount]: readonly [string, string], to: TypedDataValue | undefined): OrderSide => ({
    asset: String(message[token]).toLowerCase() === coins ? 'native' : (message[token] as EvmAddress),
    amount: message[amount] as bigint,
    id: null,
    to: typeof to === 'string' ? (to as EvmAddress) : null,
  })
  const fee = has({ feeAmount: isUint }) && has({ sellToken: isAddress }) ? (message.feeAmount as bigint) : 0n
  const given = side(pair.give, undefined)
  const expires = message.expiry ?? message.validTo ?? message.deadline
  return {
    kind: 'order',
    give: [{ ...given, amount: given.amount + fee }],
    get: [side(pair.get, has({ receiver: isAddress }) ? message.receiver : undefined)],
    expires: typeof expires === 'bigint' ? expires : null,
  }
}

/** Field names for a page's address; sign-ins have such a text field along with others that only they have. */
const domainNames = ['domain', 'uri', 'url', 'origin', 'host', 'website'] as const
const readSignIn: Reader = ({ message }, has) => {
  const named = domainNames.find((name) => has({ [name]: isText }))
  const isLogin =
    has({ statement: isText }) || ['nonce', 'issuedAt', 'wallet', 'address', 'account'].some((name) => name in message)
  if (named === undefined || !isLogin) return null
  const statement = has({ statement: isText }) ? String(message.statement) : null
  return { kind: 'signIn', named: String(message[named]), statement }
}

const readers: readonly Reader[] = [
  readSafeTransaction,
  readForwardedCall,
  readSeaport,
  readPair,
  readDelegation,
  readSignIn,
]
