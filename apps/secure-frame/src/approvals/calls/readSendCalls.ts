import {
  type AccountCall,
  checkChainId,
  type EvmNetwork,
  normaliseChainId,
  parseCaip2,
  parseEvmAddress,
  parseSwapTerms,
  type SwapTerms,
} from '@latchkey/chains'
import { AppError, type RpcParams } from '@latchkey/protocol'
import { findKnown } from '../../chain/networkOf.ts'
import type { Requester } from '../Approval.ts'
import type { PaymasterService } from './OperationPlan.ts'
import { readCalls } from './readCalls.ts'

/** A parsed `wallet_sendCalls` request (EIP-5792). */
export type SendCallsRequest = {
  readonly calls: readonly AccountCall[]
  /** The page's ID for the batch; null where the wallet makes one. */
  readonly id: string | null
  /** The page uses the shape before version 2.0.0: the result is only the ID. */
  readonly isLegacy: boolean
  readonly service: PaymasterService | null
  /** The quote that the user agreed to, where the page declares a swap: checked before it can be confirmed. */
  readonly swap: SwapTerms | undefined
}

/**
 * Reads a page's `wallet_sendCalls` request. Capabilities that the wallet doesn't support are rejected here, for the batch
 * and for each call: a capability is required unless it says `optional: true`.
 *
 * Throws CALLS_CHAIN_UNSUPPORTED for an unknown network, CHAIN_ID_MISMATCH, UNAUTHORIZED for another account, and
 * CAPABILITY_UNSUPPORTED. For several calls of a plain account, throws ATOMICITY_UNSUPPORTED or, where the page doesn't
 * require atomicity, CALLS_TOO_MANY. Also throws as `readCalls`.
 */
export const readSendCalls = (
  [input]: RpcParams<'wallet_sendCalls'>,
  { caller, network }: { caller: Requester; network: EvmNetwork },
): SendCallsRequest => {
  const { version, id, chainId, from, atomicRequired, calls, capabilities = {} } = input
  if (chainId !== undefined) {
    const caipNetworkId = normaliseChainId(chainId)
    if (findKnown(caipNetworkId) === undefined) throw new AppError('CALLS_CHAIN_UNSUPPORTED')
    checkChainId(Number(parseCaip2(caipNetworkId).reference), network.id)
  }
  if (from !== undefined && parseEvmAddress(from) !== caller.address) throw new AppError('UNAUTHORIZED')
  const isSmart = caller.smartAccount !== null
  demandOnly(capabilities, isSmart ? ['paymasterService', 'swap'] : ['swap'])
  for (const call of calls) demandOnly(call.capabilities ?? {}, [])
  const read = readCalls(calls, caller.address)
  if (!isSmart && read.length > 1) {
    // A batch that this account can't do is no mistake of the page: the screen for this error can offer the other account.
    const details = { account: 'standard' }
    throw new AppError(atomicRequired === false ? 'CALLS_TOO_MANY' : 'ATOMICITY_UNSUPPORTED', { details })
  }
  const swap = capabilities.swap === undefined ? undefined : parseSwapTerms(capabilities.swap)
  // A smart account's address on another network isn't known to be the user's.
  if (isSmart && swap?.get.network !== undefined) throw new AppError('SWAPS_UNSUPPORTED')
  return {
    calls: read,
    id: id ?? null,
    isLegacy: version === undefined || version.startsWith('1'),
    swap,
    service: isSmart ? serviceOf(capabilities.paymasterService) : null,
  }
}

/** Own keys only: `capabilities` is the page's object. */
const demandOnly = (capabilities: Record<string, unknown>, known: readonly string[]): void => {
  for (const [capability, wanted] of Object.entries(capabilities)) {
    const isOptional = typeof wanted === 'object' && wanted !== null && 'optional' in wanted && wanted.optional === true
    if (!known.includes(capability) && !isOptional) {
      throw new AppError('CAPABILITY_UNSUPPORTED', { details: { capability: capability.slice(0, 64) } })
    }
  }
}

const maxUrlLength = 2048

const serviceOf = (wanted: unknown): PaymasterService | null => {
  if (wanted === undefined) return null
  const { url, context } = (typeof wanted === 'object' && wanted !== null ? wanted : {}) as Record<string, unknown>
  const field = 'capabilities.paymasterService'
  if (typeof url !== 'string' || url.length > maxUrlLength || !URL.canParse(url)) {
    throw new AppError('INVALID_PARAMS', { details: { field: `${field}.url` } })
  }
  if (context === undefined || context === null) return { url }
  if (typeof context !== 'object' || Array.isArray(context)) {
    throw new AppError('INVALID_PARAMS', { details: { field: `${field}.context` } })
  }
  return { url, context: context as Record<string, unknown> }
}
