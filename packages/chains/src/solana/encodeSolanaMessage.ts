/**
 * Encodes Solana transactions of the legacy form from instructions: the reverse of `parseSolanaTransaction`. They contain no lookup tables,
 * which a transfer doesn't need.
 */
import { AppError } from '@latchkey/protocol/errors'
import { bytesOfBase58 } from '../address/base58.ts'
import { parseSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import { refuse } from '../refuse.ts'
import { maxSolanaTransactionBytes } from './parseSolanaTransaction.ts'

/** An account of an instruction. */
export type AccountMeta = { readonly address: SolanaAddress; readonly signs: boolean; readonly writable: boolean }

/** An instruction to encode. */
export type InstructionToEncode = {
  readonly program: SolanaAddress
  readonly accounts: readonly AccountMeta[]
  readonly data: Uint8Array
}

/** The input of `encodeSolanaMessage`: the instructions of one transaction and the blockhash that limits its lifetime. */
export type MessageToEncode = {
  /** Signs first and pays the fee. */
  readonly payer: SolanaAddress
  readonly instructions: readonly InstructionToEncode[]
  /** Base58 of 32 bytes, as nodes return it. */
  readonly blockhash: string
}

/**
 * Encodes the message that the signers sign. Accounts are in the order of the format: writable signers, other signers, writable accounts,
 * the rest; within each by first use. Throws INVALID_PARAMS for an invalid blockhash.
 */
export function encodeSolanaMessage({ payer, instructions, blockhash }: MessageToEncode): Uint8Array {
  const metas = gatherAccounts(payer, instructions)
  const keys = metas.map(({ address }) => address)
  const indexOf = (address: SolanaAddress): number => keys.indexOf(address)
  const count = (wanted: (meta: AccountMeta) => boolean): number => metas.filter(wanted).length
  return Uint8Array.from([
    count(({ signs }) => signs),
    count(({ signs, writable }) => signs && !writable),
    count(({ signs, writable }) => !signs && !writable),
    ...compactLength(keys.length),
    ...keys.flatMap((key) => [...solanaAddressBytes(key)]),
    ...readBlockhash(blockhash),
    ...compactLength(instructions.length),
    ...instructions.flatMap(({ program, accounts, data }) => [
      indexOf(program),
      ...compactLength(accounts.length),
      ...accounts.map(({ address }) => indexOf(address)),
      ...compactLength(data.length),
      ...data,
    ]),
  ])
}

/** Encodes a transaction with zeros in place of its signatures. Throws TOO_LARGE above 1,232 bytes, and like `encodeSolanaMessage`. */
export function encodeUnsignedSolanaTransaction(message: MessageToEncode): Uint8Array {
  const encoded = encodeSolanaMessage(message)
  const [signers = 0] = encoded
  const bytes = Uint8Array.from([...compactLength(signers), ...new Uint8Array(64 * signers), ...encoded])
  if (bytes.length > maxSolanaTransactionBytes) throw new AppError('TOO_LARGE')
  return bytes
}

/** Returns each account once, with the highest privileges that any instruction needs. */
function gatherAccounts(payer: SolanaAddress, instructions: readonly InstructionToEncode[]): readonly AccountMeta[] {
  const metas = new Map<SolanaAddress, AccountMeta>()
  const add = ({ address, signs, writable }: AccountMeta): void => {
    const known = metas.get(address)
    metas.set(address, {
      address,
      signs: signs || known?.signs === true,
      writable: writable || known?.writable === true,
    })
  }
  add({ address: payer, signs: true, writable: true })
  for (const { accounts } of instructions) for (const account of accounts) add(account)
  for (const { program } of instructions) add({ address: program, signs: false, writable: false })
  const rank = ({ signs, writable }: AccountMeta): number => (signs ? 0 : 2) + (writable ? 0 : 1)
  return [...metas.values()].sort((a, b) => rank(a) - rank(b))
}

/** Encodes a "compact-u16": seven bits per byte, the least significant first. */
const compactLength = (length: number): number[] =>
  length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...compactLength(length >> 7)]

/** A blockhash has the shape of an address. */
function readBlockhash(blockhash: string): Uint8Array {
  try {
    return solanaAddressBytes(parseSolanaAddress(blockhash))
  } catch {
    throw new AppError('INVALID_PARAMS', { details: { field: 'blockhash' } })
  }
}

/** Returns the 32 bytes of an address. */
export const solanaAddressBytes = (address: SolanaAddress): Uint8Array => bytesOfBase58(address) ?? refuse('address')
