/** CAIP-10 accounts of the namespaces whose sign-in messages can be verified. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { bitcoinOutput } from './bitcoinOutput.ts'

/** The CAIP-2 namespaces whose sign-in messages can be verified. */
export type SiwxNamespace = 'eip155' | 'solana' | 'bip122'
/** `address` in canonical form: EIP-55, base58, or lower case for Bech32. */
export type SiwxAccount = { namespace: SiwxNamespace; reference: string; chainId: string; address: string }

const references: Record<SiwxNamespace, RegExp> = {
  eip155: /^[1-9]\d{0,15}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32}$/,
  bip122: /^[0-9a-f]{32}$/,
}

const isSiwxNamespace = (text: string): text is SiwxNamespace => Object.hasOwn(references, text)

/** Parses an account of one of the three namespaces; null for any other text. */
export function readAccount(text: string): SiwxAccount | null {
  const [namespace = '', reference = '', address = '', ...rest] = text.split(':', 4)
  if (rest.length > 0 || !isSiwxNamespace(namespace) || !references[namespace].test(reference)) return null
  const known = addressForms[namespace](address, reference)
  return known === null ? null : { namespace, reference, chainId: `${namespace}:${reference}`, address: known }
}

/** Returns the address in canonical form; null for an invalid one on that chain. */
const addressForms: Record<SiwxNamespace, (address: string, reference: string) => string | null> = {
  eip155: evmAddress,
  solana: (address) => (solanaKey(address) === null ? null : address),
  bip122(address, reference) {
    const decoded = bitcoinOutput(address, reference)
    return decoded === null ? null : /^(?:bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address
  },
}

/** Returns the EIP-55 form; null for an invalid address or checksum. */
export function evmAddress(address: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return null
  const lower = address.slice(2).toLowerCase()
  const hash = keccak_256(new TextEncoder().encode(lower))
  const digits = [...lower].map((digit, at) => {
    const nibble = ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15
    return nibble > 7 ? digit.toUpperCase() : digit
  })
  const checked = `0x${digits.join('')}`
  const isMixed = /[a-f]/.test(address) && /[A-F]/.test(address)
  return isMixed && address !== checked ? null : checked
}

/** Returns the 32 bytes of the account's public key. */
export function solanaKey(address: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return null
  const key = Uint8Array.from(base58.decode(address))
  return key.length === 32 ? key : null
}
