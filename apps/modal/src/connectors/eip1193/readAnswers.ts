import { type CaipNetworkId, parseCaip2, parseEvmAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { maxAccounts } from '../../maxAccounts.ts'
import type { WalletAccount } from '../Connector.ts'

const misbehaved = (): never => {
  throw new AppError('WALLET_INVALID_RESPONSE')
}

/** Parses the response to `eth_accounts` and the value of `accountsChanged`: checksummed, each once. Throws WALLET_INVALID_RESPONSE. */
export function readAccounts(answer: unknown): readonly WalletAccount[] {
  try {
    // A list of the page may throw when it is looked at.
    const addresses = Array.isArray(answer) && answer.length <= maxAccounts ? Array.from(answer, parseEvmAddress) : null
    if (addresses !== null) return [...new Set(addresses)].map((address) => ({ address }))
  } catch {}
  return misbehaved()
}

/**
 * Parses the response to `eth_chainId` and the value of `chainChanged`. EIP-695 has hex; some wallets send a decimal number or text. Throws
 * WALLET_INVALID_RESPONSE.
 */
export function readNetwork(answer: unknown): CaipNetworkId<'eip155'> {
  const isText = typeof answer === 'string' && /^(?:0x[\da-f]{1,16}|[1-9]\d{0,15})$/i.test(answer)
  if (!isText && typeof answer !== 'number') return misbehaved()
  const network = `eip155:${Number(answer)}` as const
  try {
    parseCaip2(network)
    return network
  } catch {
    return misbehaved()
  }
}
