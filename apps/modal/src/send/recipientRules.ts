/** Allowed recipients, and the warnings about them (specification sections 5 and 8). */
import {
  findLookalike,
  isBitcoinAddress,
  parseCaip10,
  parseEvmAddress,
  parseSolanaAddress,
  systemProgram,
} from '@latchkey/chains'
import type { NetworkId } from '../Modal.ts'
import { namespaceOf } from '../storedConnections.ts'
import { isSameAddress } from './isSameAddress.ts'
import type { AddressKind } from './SendPlan.ts'

/** The input: an address, also in CAIP-10, or a name that may resolve to one. */
export type RecipientReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'refused'; readonly reason: 'ADDRESS_INVALID' | 'CAIP_ADDRESS_INVALID' | 'CHAIN_ID_MISMATCH' }

/** The api's format of names in a path, with a dot in it. */
const name = /^[^\s./?#:][^\s/?#:]*\.[^\s./?#:]+$/u
const maxCharacters = 255

/** Returns an address in its chain's format; null for an invalid one. */
export const parseAddress = (text: string, network: NetworkId): string | null => {
  const namespace = namespaceOf(network)
  try {
    if (namespace === 'eip155') return parseEvmAddress(text)
    if (namespace === 'solana') return parseSolanaAddress(text)
    return namespace === 'bip122' && isBitcoinAddress(text, network) ? text : null
  } catch {
    return null
  }
}

const parseCaip = (text: string): ReturnType<typeof parseCaip10> | null => {
  try {
    return parseCaip10(text)
  } catch {
    return null
  }
}

export function readRecipient(input: string, network: NetworkId): RecipientReading {
  const text = input.trim()
  if (text === '') return { kind: 'empty' }
  if (text.length > maxCharacters) return { kind: 'refused', reason: 'ADDRESS_INVALID' }
  const caip = text.includes(':') ? parseCaip(text) : undefined
  if (caip === null) return { kind: 'refused', reason: 'CAIP_ADDRESS_INVALID' }
  if (caip !== undefined && caip.caipNetworkId !== network) return { kind: 'refused', reason: 'CHAIN_ID_MISMATCH' }
  const address = parseAddress(caip?.address ?? text, network)
  if (address !== null) return { kind: 'address', address }
  // Phones begin with a capital. Names are written small (ENSIP-15), and looked up as they are shown.
  return name.test(text) ? { kind: 'name', name: text.toLowerCase() } : { kind: 'refused', reason: 'ADDRESS_INVALID' }
}

/** A note about a recipient. `refuse`: sending is blocked; `danger` and `warning`: the user decides. */
export type RecipientNote =
  | { readonly kind: 'zeroAddress' | 'tokenContract' | 'tokenAccount'; readonly severity: 'refuse' }
  | { readonly kind: 'lookalike'; readonly severity: 'danger'; readonly of: string }
  | { readonly kind: 'contract' | 'self'; readonly severity: 'warning' }

export type RecipientFacts = {
  readonly address: string
  readonly account: string
  /** The contract or mint that is sent; null for the chain's own coin. */
  readonly token: string | null
  /** Addresses that the account has dealt with before. */
  readonly known: readonly string[]
  /** Null while it isn't known. */
  readonly is: AddressKind | null
}

const zeroAddresses: readonly string[] = ['0x0000000000000000000000000000000000000000', systemProgram]

/** Returns all notes, the worst first. `address` and `account` are as their parsers write them. */
export function assessRecipient({ address, account, token, known, is }: RecipientFacts): readonly RecipientNote[] {
  if (zeroAddresses.includes(address)) return [{ kind: 'zeroAddress', severity: 'refuse' }]
  if (token !== null && isSameAddress(address, token)) return [{ kind: 'tokenContract', severity: 'refuse' }]
  if (is === 'tokenAccount') return [{ kind: 'tokenAccount', severity: 'refuse' }]
  if (isSameAddress(address, account)) return [{ kind: 'self', severity: 'warning' }]
  const of = findLookalike(address, [...known, account])
  return [
    ...(of === null ? [] : [{ kind: 'lookalike', severity: 'danger', of } as const]),
    ...(is === 'contract' ? [{ kind: 'contract', severity: 'warning' } as const] : []),
  ]
}

export const isRefused = (notes: readonly RecipientNote[]): boolean =>
  notes.some(({ severity }) => severity === 'refuse')

/** ENSIP-11: the coin type of an EVM chain; and that of the address that holds on all of them (ENSIP-19). */
const evmCoinType = (chainId: number): number => (0x80000000 | chainId) >>> 0
const anyEvm = evmCoinType(0)
const slip44 = { ethereum: 60, solana: 501, bitcoin: 0 } as const
/** Ethereum, its test networks (Sepolia, Holesky, Hoodi) and a local development node: networks where `ethereum` is meant. */
const ethereums: readonly number[] = [1, 11_155_111, 17_000, 560_048, 31_337]

/**
 * The coin types (SLIP-44, ENSIP-11) under which a name has its address for a network, the best first. An address on Ethereum isn't used
 * for other chains: a contract's address there may have no owner here.
 */
export function coinTypesOf(network: NetworkId): readonly string[] {
  const namespace = namespaceOf(network)
  if (namespace === 'solana') return [String(slip44.solana)]
  if (namespace === 'bip122') return [String(slip44.bitcoin)]
  if (namespace !== 'eip155') return []
  const chainId = Number(network.slice('eip155:'.length))
  if (chainId === 1) return [slip44.ethereum, anyEvm].map(String)
  const types = [evmCoinType(chainId), anyEvm]
  return (ethereums.includes(chainId) ? [...types, slip44.ethereum] : types).map(String)
}

/** The address that a name's record gives for a network; null when it gives none that can be read. */
export function addressOf(
  { addresses }: { readonly addresses: Readonly<Record<string, { readonly address: string }>> },
  network: NetworkId,
): string | null {
  for (const type of coinTypesOf(network)) {
    const found = Object.hasOwn(addresses, type) ? addresses[type]?.address : undefined
    const address = found === undefined ? null : parseAddress(found, network)
    if (address !== null) return address
  }
  return null
}
