/** Reads accounts of the token programs (SPL Token, and Token-2022 with its extensions). */
import { formatSolanaAddress } from '../address/solanaAddress.ts'
import { readableText } from '../message/readableText.ts'
import type { AccountState } from './resolveLookups.ts'
import { token2022Program, tokenProgram } from './transferInstructions.ts'

const accountBytes = 165
const mintBytes = 82

/** A balance of one token. */
export type TokenAccount = {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  /** The delegate, and the amount that it may take. */
  readonly delegate: string | null
  readonly delegated: bigint
  readonly closeAuthority: string | null
}

/** A token's own metadata. */
export type TokenMint = {
  readonly decimals: number
  /** The symbol in its own metadata, if any (Token-2022). Unverified. */
  readonly symbol: string | null
  /** Transfers cost a fee in the token; they call another program; a permanent delegate can move any balance. */
  readonly hasFee: boolean
  readonly hookProgram: string | null
  readonly permanentDelegate: string | null
  /** The length of an account for it, as the programs create it: with the extensions that the token's require. */
  readonly accountBytes: number
}

/** Returns null for an account that isn't a token account. */
export function readTokenAccount({ owner, data }: AccountState): TokenAccount | null {
  if (!isOfTokens(owner) || data.length < accountBytes) return null
  // With extensions, a byte after the basic form is the type: 2 for an account.
  if (data.length > accountBytes && data[accountBytes] !== 2) return null
  const view = viewOf(data)
  if (data[108] === 0) return null
  return {
    mint: addressAt(data, 0),
    owner: addressAt(data, 32),
    amount: view.getBigUint64(64, true),
    delegate: view.getUint32(72, true) === 1 ? addressAt(data, 76) : null,
    delegated: view.getBigUint64(121, true),
    closeAuthority: view.getUint32(129, true) === 1 ? addressAt(data, 133) : null,
  }
}

/** Returns null for an account that isn't a mint. */
export function readTokenMint({ owner, data }: AccountState): TokenMint | null {
  if (!isOfTokens(owner) || data.length < mintBytes || data[45] !== 1) return null
  // A mint with extensions is padded to the length of an account, and marked with 1.
  if (data.length > mintBytes && (data.length <= accountBytes || data[accountBytes] !== 1)) return null
  const extensions = data.length > mintBytes ? extensionsOf(data) : new Map<number, Uint8Array>()
  const address = (type: number, offset: number): string | null => {
    const value = extensions.get(type)
    if (value === undefined || value.length < offset + 32) return null
    const bytes = value.slice(offset, offset + 32)
    return bytes.every((byte) => byte === 0) ? null : formatSolanaAddress(bytes)
  }
  return {
    decimals: data[44] ?? 0,
    symbol: symbolOf(extensions.get(extensionTypes.metadata)),
    hasFee: extensions.has(extensionTypes.transferFee),
    hookProgram: address(extensionTypes.transferHook, 32),
    permanentDelegate: address(extensionTypes.permanentDelegate, 0),
    accountBytes: owner === tokenProgram ? accountBytes : bytesWith([...extensions.keys()]),
  }
}

const extensionTypes = {
  transferFee: 1,
  nonTransferable: 9,
  permanentDelegate: 12,
  transferHook: 14,
  metadata: 19,
  pausable: 26,
} as const

/**
 * What Token-2022 adds to accounts for a token with an extension (`get_required_init_account_extensions`), in bytes after type and length.
 */
const addedBytes: Readonly<Record<number, number>> = {
  [extensionTypes.transferFee]: 8,
  [extensionTypes.nonTransferable]: 0,
  [extensionTypes.transferHook]: 1,
  [extensionTypes.pausable]: 0,
}
const headerBytes = 4

/** Each associated account has the immutable owner extension, after the type byte. */
const bytesWith = (extensions: readonly number[]): number =>
  extensions.reduce(
    (sum, type) => {
      const added = Object.hasOwn(addedBytes, type) ? addedBytes[type] : undefined
      return added === undefined ? sum : sum + headerBytes + added
    },
    accountBytes + 1 + headerBytes,
  )

const isOfTokens = (program: string): boolean => program === tokenProgram || program === token2022Program

/** Type and length, two bytes each, then that many bytes. */
function extensionsOf(data: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  const view = viewOf(data)
  for (let position = accountBytes + 1; position + 4 <= data.length; ) {
    const [type, length] = [view.getUint16(position, true), view.getUint16(position + 2, true)]
    if (type === 0) break
    found.set(type, data.subarray(position + 4, position + 4 + length))
    position += 4 + length
  }
  return found
}

/** After two addresses and the name; only a few plain characters. */
function symbolOf(metadata: Uint8Array | undefined): string | null {
  if (metadata === undefined) return null
  const view = viewOf(metadata)
  let position = 64
  const text = (): Uint8Array | null => {
    if (position + 4 > metadata.length) return null
    const start = position + 4
    position = start + view.getUint32(position, true)
    return position > metadata.length ? null : metadata.subarray(start, position)
  }
  const symbol = text() === null ? null : text()
  const word = symbol === null ? '' : (readableText(symbol) ?? '')
  return /^[!-~]{1,16}$/.test(word) ? word : null
}

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength)
const addressAt = (data: Uint8Array, offset: number): string => formatSolanaAddress(data.slice(offset, offset + 32))
