import { type EvmAddress, parseEvmAddress } from '../address/evmAddress.ts'
import type { Asset, Effect } from '../calldata/effectsOf.ts'
import { parseQuantity } from '../hex/hex.ts'
import { parseRecord, refuse } from '../refuse.ts'

/**
 * The terms of a swap that a user has agreed to, in base units: exactly an amount of one asset, for at least an amount of another.
 * `network`: where that arrives (CAIP-2), if not where it is swapped.
 */
export type SwapTerms = {
  readonly give: { readonly asset: Asset; readonly amount: bigint }
  readonly get: { readonly asset: Asset; readonly minimum: bigint; readonly network?: string | undefined }
}

/** The JSON form of terms in a request: the field `swap` of a transaction, and the capability `swap` of a batch. */
export type SwapTermsJson = {
  give: string
  giveAmount: `0x${string}`
  get: string
  minimum: `0x${string}`
  network?: string
}

const maxUint256 = 2n ** 256n - 1n

/** Parses untrusted terms. Throws INVALID_PARAMS (`details.field`), ADDRESS_INVALID. */
export function parseSwapTerms(input: unknown): SwapTerms {
  const { give, giveAmount, get, minimum, network } = parseRecord(input, 'swap')
  return {
    give: { asset: parseAsset(give), amount: parseQuantity(giveAmount, 'swap.giveAmount', maxUint256) },
    get: {
      asset: parseAsset(get),
      minimum: parseQuantity(minimum, 'swap.minimum', maxUint256),
      ...(network !== undefined && { network: parseNetwork(network) }),
    },
  }
}

const parseNetwork = (value: unknown): string =>
  typeof value === 'string' && /^eip155:[1-9]\d{0,15}$/.test(value) ? value : refuse('swap.network')

const parseAsset = (value: unknown): Asset => (value === 'native' ? 'native' : parseEvmAddress(value))

/** Formats terms for `parseSwapTerms`, or on Solana for `parseSolanaSwapTerms`. */
export const formatSwapTerms = ({
  give,
  get,
}: {
  give: { asset: string; amount: bigint }
  get: { asset: string; minimum: bigint; network?: string | undefined }
}): SwapTermsJson => ({
  give: give.asset,
  giveAmount: `0x${give.amount.toString(16)}`,
  get: get.asset,
  minimum: `0x${get.minimum.toString(16)}`,
  ...(get.network !== undefined && { network: get.network }),
})

/**
 * The reason why a request isn't the agreed swap: it pays someone else (`recipient`), through a contract that isn't a known exchange
 * (`router`), gives something else (`amount`), gets something else or may get less (`received`), gets it on another network (`network`),
 * allows something else (`allowance`), stays valid for more than a day (`deadline`), or does more than that (`more`).
 */
export type SwapFault = 'recipient' | 'router' | 'amount' | 'received' | 'network' | 'allowance' | 'deadline' | 'more'

/** A call with its effects from `effectsOf`. */
export type SwapCall = { readonly to: EvmAddress; readonly value: bigint; readonly effects: readonly Effect[] }

/**
 * Compares calls with the terms that they must fulfill: an approval of exactly the amount, the swap, or both in this order, for the same
 * exchange. Returns null when they do this and nothing else.
 *
 * @param isRouter whether an address is a known exchange on this network.
 * @param nowMs milliseconds since 1970.
 */
export function findSwapFault(
  calls: readonly SwapCall[],
  terms: SwapTerms,
  account: EvmAddress,
  isRouter: (address: EvmAddress) => boolean,
  nowMs: number,
): SwapFault | null {
  const last = calls.at(-1)
  if (last === undefined) return 'more'
  const [only] = last.effects
  const isSwap = only?.kind === 'swap' || only?.kind === 'bridge'
  const isSpender = (address: EvmAddress): boolean => isRouter(address) && (!isSwap || address === last.to)
  for (const approval of isSwap ? calls.slice(0, -1) : calls) {
    const fault = faultOfApproval(approval, terms, isSpender)
    if (fault !== null) return fault
  }
  if (!isSwap) return null
  const fault = faultOfSwap(last, only, terms, account, isRouter)
  return fault ?? (swapLastsTooLong(only.until ?? 0n, nowMs) ? 'deadline' : null)
}

/** Swaps are built to stay valid for minutes. The rest allows for wrong clocks. */
const longestMs = 86_400_000

/** @param until a deadline, in seconds since 1970. */
export const swapLastsTooLong = (until: bigint, nowMs: number): boolean => until * 1000n > BigInt(nowMs + longestMs)

function faultOfApproval(
  { to, value, effects }: SwapCall,
  { give }: SwapTerms,
  isSpender: (address: EvmAddress) => boolean,
) {
  const [allow] = effects
  if (allow?.kind !== 'allow' || effects.length !== 1 || value !== 0n) return 'more'
  if (!isSpender(allow.spender)) return 'router'
  // Some tokens require resetting the allowance to zero before setting another amount.
  const isExact = allow.amount === give.amount || allow.amount === 0n
  return to === give.asset && allow.token === give.asset && allow.until === undefined && isExact ? null : 'allowance'
}

function faultOfSwap(
  { to, value, effects }: SwapCall,
  swap: Extract<Effect, { kind: 'swap' | 'bridge' }>,
  { give, get }: SwapTerms,
  account: EvmAddress,
  isRouter: (address: EvmAddress) => boolean,
): SwapFault | null {
  if (!isRouter(to)) return 'router'
  if (swap.to !== account || (swap.kind === 'bridge' && swap.refundTo !== account)) return 'recipient'
  if (effects.length !== 1) return 'more'
  if (get.network !== (swap.kind === 'bridge' ? swap.get.network : undefined)) return 'network'
  const isExact = swap.kind === 'bridge' || swap.exactly === 'give'
  const isGiven = isExact && swap.give.asset === give.asset && swap.give.amount === give.amount
  if (!isGiven || value !== (give.asset === 'native' ? give.amount : 0n)) return 'amount'
  return swap.get.asset === get.asset && swap.get.amount >= get.minimum ? null : 'received'
}
