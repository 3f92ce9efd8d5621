/**
 * Solana transactions of the legacy form, written from instructions: the other direction of `parseSolanaTransaction`. There
 * are no lookup tables in it, which a transfer does not need.
 */
import { AppError } from '@latchkey/protocol/errors'
import { bytesOfBase58 } from '../address/base58.ts'
import { parseSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import { refuse } from '../refuse.ts'
import { maxSolanaTransactionBytes } from './parseSolanaTransaction.ts'

/** An account that an instruction names. */
export type AccountMeta = { readonly address: SolanaAddress; readonly signs: boolean; readonly writable: boolean }

/** An instruction to be put into a message. */
export type InstructionToEncode = {
  readonly program: SolanaAddress
  readonly accounts: readonly AccountMeta[]
  readonly data: Uint8Array
}

/** What `encodeSolanaMessage` compiles: the instructions of one transaction and the blockhash that limits its lifetime. */
export type MessageToEncode = {
  /** Signs first and pays the fee. */
  readonly payer: SolanaAddress
  readonly instructions: readonly InstructionToEncode[]
  /** Base58 of 32 bytes, as nodes give it. */
  readonly blockhash: string
}

/**
 * The message that the signers sign. Accounts come in the order that the format demands: those who sign and are written
 * to, those who sign, those written to, the others; within each as they were first named.
 * Throws INVALID_PARAMS when the blockhash is none.
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

/** The same with room for its signatures, zeros until they are made. Throws TOO_LARGE above 1,232 bytes, and as `encodeSolanaMessage`. */
export function encodeUnsignedSolanaTransaction(message: MessageToEncode): Uint8Array {
  const encoded = encodeSolanaMessage(message)
  const [signers = 0] = encoded
  const bytes = Uint8Array.from([...compactLength(signers), ...new Uint8Array(64 * signers), ...encoded])
  if (bytes.length > maxSolanaTransactionBytes) throw new AppError('TOO_LARGE')
  return bytes
}

/** Each account once, with the most that any instruction wants of it. */
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

/** "compact-u16": seven bits a byte, the least significant first. */
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

/** The 32 bytes of an address. */
export const solanaAddressBytes = (address: SolanaAddress): Uint8Array => bytesOfBase58(address) ?? refuse('address')
