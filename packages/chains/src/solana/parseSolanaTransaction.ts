/**
 * Parses the wire form of Solana transactions to the last byte: signatures, then a message of version 0 or of the legacy form without a
 * version. Instructions aren't interpreted and lookup tables aren't resolved here.
 */
import { AppError } from '@latchkey/protocol/errors'
import { formatSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import { refuse } from '../refuse.ts'

/** The size of one network packet. */
export const maxSolanaTransactionBytes = 1232

/** `accounts`: addresses; an account from a lookup table isn't in the transaction and is `<table>#<index in it>`. */
export type SolanaInstruction = {
  readonly program: SolanaAddress
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

/** The indexes that a version 0 transaction uses in a table. */
export type SolanaLookup = {
  readonly table: SolanaAddress
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

/** A parsed transaction of version `legacy` or 0. Nothing is resolved: lookup tables stay references. */
export type SolanaTransaction = {
  readonly version: 'legacy' | 0
  /** Limits the transaction's validity: a recent block's hash, or the value of a durable nonce account. 32 bytes in base58. */
  readonly recentBlockhash: string
  readonly lookups: readonly SolanaLookup[]
  /** Every writable account, in the form of an instruction's `accounts`. */
  readonly writable: readonly string[]
  /** The required signers, in the order of `signatures`. The first pays the fee. */
  readonly signers: readonly SolanaAddress[]
  /** 64 bytes each; zeros if missing. */
  readonly signatures: readonly Uint8Array[]
  readonly instructions: readonly SolanaInstruction[]
  /** The signed bytes. */
  readonly message: Uint8Array
}

/**
 * Parses a transaction. Throws TOO_LARGE above 1,232 bytes, and INVALID_PARAMS (`details.field`: `transaction`) when it can't be decoded.
 */
export function parseSolanaTransaction(bytes: Uint8Array): SolanaTransaction {
  if (bytes.length > maxSolanaTransactionBytes) throw new AppError('TOO_LARGE')
  // A copy as a plain array: `slice` of a Buffer would share the caller's memory.
  const own = new Uint8Array(bytes)
  const reader = createReader(own)
  const signatures = repeat(reader.length(), () => reader.bytes(64))
  const message = own.slice(reader.position())
  const read = parseMessage(message)
  if (signatures.length !== read.signers.length) refuse('transaction')
  return { ...read, signatures, message }
}

/** Returns whether bytes are a transaction's message, so that a signature of them would sign a transaction. */
export const isSolanaTransactionMessage = (bytes: Uint8Array): boolean => isReadBy(parseMessage, bytes)

/**
 * Returns whether a message to be signed could pass for a transaction: a transaction's message, a whole transaction, or a message of a
 * version that this parser doesn't know yet.
 */
export const isDisguisedTransaction = (bytes: Uint8Array): boolean =>
  isSolanaTransactionMessage(bytes) || isReadBy(parseSolanaTransaction, bytes) || isLaterVersion(bytes)

function isReadBy(parse: (bytes: Uint8Array) => unknown, bytes: Uint8Array): boolean {
  try {
    parse(bytes)
    return true
  } catch {
    return false
  }
}

/** Header, one key and a blockhash: the shortest possible message. */
const minMessageBytes = 68

/** Detects a version prefix: the first byte with the highest bit set, which no UTF-8 text starts with. */
const isLaterVersion = (bytes: Uint8Array): boolean => {
  const [first = 0] = bytes
  return first > 0x80 && first < 0xc0 && bytes.length >= minMessageBytes
}

function parseMessage(bytes: Uint8Array): Omit<SolanaTransaction, 'signatures' | 'message'> {
  const reader = createReader(bytes)
  const first = reader.byte()
  const isVersioned = first >= 0x80
  if (isVersioned && first !== 0x80) refuse('transaction')
  const required = isVersioned ? reader.byte() : first
  const readonlySigners = reader.byte()
  const readonlyOthers = reader.byte()
  const keys = repeat(reader.length(), () => reader.bytes(32))
  if (readonlySigners >= required || required + readonlyOthers > keys.length) refuse('transaction')
  const recentBlockhash = formatSolanaAddress(reader.bytes(32))

  const instructions = repeat(reader.length(), () => {
    const program = reader.byte()
    const accounts = reader.bytes(reader.length())
    return { program, accounts, data: reader.bytes(reader.length()) }
  })
  const lookups = isVersioned ? repeat(reader.length(), () => readLookup(reader)) : []
  const addresses = keys.map(formatSolanaAddress)
  // All writable accounts come before all read-only ones, whichever table they are from.
  const looked = (access: 'writable' | 'readonly'): string[] =>
    lookups.flatMap((lookup) => lookup[access].map((index) => `${lookup.table}#${index}`))
  const known: readonly string[] = [...addresses, ...looked('writable'), ...looked('readonly')]
  // Programs can't come from a table, and the payer isn't one.
  for (const { program } of instructions) if (program === 0) refuse('transaction')
  if (reader.position() !== bytes.length) refuse('transaction')
  const isWritable = (index: number): boolean =>
    index < required ? index < required - readonlySigners : index < keys.length - readonlyOthers
  return {
    version: isVersioned ? 0 : 'legacy',
    recentBlockhash,
    lookups,
    writable: [...addresses.filter((_, index) => isWritable(index)), ...looked('writable')],
    signers: addresses.slice(0, required),
    instructions: instructions.map(({ program, accounts, data }) => ({
      program: addresses[program] ?? refuse('transaction'),
      accounts: Array.from(accounts, (index) => known[index] ?? refuse('transaction')),
      data,
    })),
  }
}

type Reader = ReturnType<typeof createReader>

function readLookup(reader: Reader): SolanaLookup {
  const table = formatSolanaAddress(reader.bytes(32))
  const indexes = (): number[] => [...reader.bytes(reader.length())]
  return { table, writable: indexes(), readonly: indexes() }
}

function createReader(bytes: Uint8Array) {
  let position = 0
  const byte = (): number => bytes[position++] ?? refuse('transaction')
  /** "compact-u16": seven bits per byte, the least significant first, in as few bytes as possible. */
  const length = (): number => {
    let value = 0
    for (let index = 0; index < 3; index++) {
      const part = byte()
      value |= (part & 0x7f) << (7 * index)
      if (part < 0x80) return (part === 0 && index > 0) || value > 0xffff ? refuse('transaction') : value
    }
    return refuse('transaction')
  }
  return {
    byte,
    length,
    position: (): number => position,
    bytes(count: number): Uint8Array {
      position += count
      return position > bytes.length ? refuse('transaction') : bytes.slice(position - count, position)
    },
  }
}

const repeat = <item>(count: number, read: () => item): item[] => Array.from({ length: count }, read)
