import { type CaipNetworkId, type ChainNamespace, parseCaip2, parseCaip10, parseEvmAddress } from '@latchkey/chains'
import { maxEntries } from './readGrants.ts'

/** The relevant content of a wallet's `session_event`. */
export type WalletEvent =
  /** Empty: the wallet has taken them away. */
  | { type: 'accounts'; namespace: ChainNamespace; addresses: readonly string[] }
  | { type: 'network'; network: CaipNetworkId }

const readNetwork = (text: unknown): CaipNetworkId | null => {
  try {
    const { namespace, reference } = parseCaip2(text)
    return `${namespace}:${reference}`
  } catch {
    return null
  }
}

/** Wallets write the new chain as CAIP-2, as a number, or as its digits or hex digits; the event's own chain may be the old one. */
const readNewNetwork = (chainId: CaipNetworkId, data: unknown): CaipNetworkId => {
  const number = typeof data === 'string' && /^(?:0x[\da-f]{1,14}|\d{1,16})$/i.test(data) ? Number(data) : data
  const isEvm = chainId.startsWith('eip155:') && typeof number === 'number'
  return (isEvm ? readNetwork(`eip155:${number}`) : readNetwork(data)) ?? chainId
}

/** CAIP-10, or only an address. */
const readAddress = (namespace: ChainNamespace, account: unknown): string => {
  const text = typeof account === 'string' && account.includes(':') ? parseCaip10(account).address : account
  if (typeof text !== 'string') throw new TypeError('Not an account')
  return namespace === 'eip155' ? parseEvmAddress(text) : text
}

/** Null for irrelevant and invalid events: the connection stays as it is. */
export const readEvent = (chainId: unknown, event: { name: string; data: unknown }): WalletEvent | null => {
  const network = readNetwork(chainId)
  if (network === null) return null
  const { namespace } = parseCaip2(network)
  switch (event.name) {
    case 'chainChanged':
    case 'stx_chainChanged':
      return { type: 'network', network: readNewNetwork(network, event.data) }
    case 'accountsChanged':
    case 'stx_accountsChanged':
      if (!Array.isArray(event.data) || event.data.length > maxEntries) return null
      try {
        return { type: 'accounts', namespace, addresses: event.data.map((account) => readAddress(namespace, account)) }
      } catch {
        return null
      }
    default:
      return null
  }
}
