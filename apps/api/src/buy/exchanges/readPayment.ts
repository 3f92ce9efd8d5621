import { isEvmAddress, parseCaip10, parseCaip19 } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { parseRecipient } from '../purchases.ts'

/** A payment's destination. `contract`: the token's contract or mint; null for the chain's own coin. */
export type PaymentTarget = { chainId: string; address: string; contract: string | null }

const namespacesOf = { eip155: 'erc20', solana: 'token' } as const

/**
 * Parses an asset (CAIP-19) and its recipient (CAIP-10). Throws ADDRESS_INVALID, also for an account of another network than the asset's,
 * CHAIN_NOT_SUPPORTED, and PURCHASE_UNSUPPORTED for an asset whose arrival can't be detected.
 */
export function readPayment(asset: string, recipient: string): PaymentTarget {
  const { caipNetworkId, namespace, assetNamespace, assetReference, tokenId } = readAsset(asset)
  const account = readAccount(recipient)
  if (account.caipNetworkId !== caipNetworkId) throw new AppError('ADDRESS_INVALID')
  const address = parseRecipient(caipNetworkId, account.address)
  const isCoin = assetNamespace === 'slip44' && /^\d{1,10}$/.test(assetReference)
  const isToken =
    assetNamespace === namespacesOf[namespace as keyof typeof namespacesOf] &&
    (namespace !== 'eip155' || isEvmAddress(assetReference))
  if ((!isCoin && !isToken) || tokenId !== undefined) throw new AppError('PURCHASE_UNSUPPORTED')
  return { chainId: caipNetworkId, address, contract: isCoin ? null : assetReference }
}

function readAsset(asset: string) {
  try {
    return parseCaip19(asset)
  } catch (cause) {
    throw new AppError('PURCHASE_UNSUPPORTED', { cause })
  }
}

function readAccount(recipient: string) {
  try {
    return parseCaip10(recipient)
  } catch (cause) {
    throw new AppError('ADDRESS_INVALID', { cause })
  }
}
