/**
 * Checks whether typed data are the permit (EIP-2612) for the swap that the user agreed to.
 *
 * Requirements: it lets an exchange on the operator's list take exactly the given amount of that token from the signing account, on this
 * network only, and for no longer than a swap may stay valid. Anything else stops the request with a message.
 */
import {
  detectPermit,
  type EvmAddress,
  findSwapFault,
  type SwapTerms,
  swapLastsTooLong,
  type TypedData,
  toChecksumAddress,
} from '@latchkey/chains'
import type { SwapStop } from './assessSwap.ts'

export type PermitFacts = {
  typedData: TypedData
  terms: SwapTerms
  account: EvmAddress
  /** The exchanges of this network that the operator lists. */
  routers: readonly string[]
  /** Milliseconds since 1970. */
  nowMs: number
}

/** Returns why the permit must not be signed; null when it is that of the swap. */
export const assessPermit = ({ typedData, terms, account, routers, nowMs }: PermitFacts): SwapStop | null => {
  const permit = detectPermit(typedData)
  const [allowance] = permit?.allowances ?? []
  if (permit?.standard !== 'erc2612' || allowance === undefined) return 'more'
  if (permit.owner !== account || typedData.domain.chainId === undefined) return 'more'
  const known = new Set(routers.map(toChecksumAddress))
  const effect = { kind: 'allow', spender: permit.spender, ...allowance } as const
  const fault = findSwapFault(
    [{ to: allowance.token, value: 0n, effects: [effect] }],
    terms,
    account,
    (address) => known.has(address),
    nowMs,
  )
  // A permit for nothing would be harmless, but it isn't the permit for the swap.
  if (fault === null && allowance.amount !== terms.give.amount) return 'allowance'
  return fault ?? (swapLastsTooLong(permit.deadline, nowMs) ? 'deadline' : null)
}
