/**
 * Requirements: the signed bytes are those of EIP-155 (type 0), EIP-2930 (type 1) and EIP-1559 (type 2), and nothing else can pass for
 * them; `parseUnsignedTransaction` returns all that the bytes contain.
 *
 * Design: RLP and keccak come from viem, but the field lists are here, because viem's own serializer includes blobs and delegations (8 KB)
 * that the vault must not bundle. Parsing is strict by construction: bytes that differ when the result is encoded again are rejected.
 */
import { AppError } from '@latchkey/protocol/errors'
import { bytesToBigInt, bytesToHex, concatBytes, fromRlp, hexToBytes, keccak256, toRlp } from 'viem/utils'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { refuse } from '../refuse.ts'
import type { AccessList, UnsignedTransaction } from './evmTransaction.ts'
import { rlpInteger } from './rlpInteger.ts'

/** An ECDSA signature over secp256k1, with the low `s` of EIP-2. */
export type EcdsaSignature = { r: bigint; s: bigint; yParity: 0 | 1 }

type Rlp = Uint8Array | readonly Rlp[]

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Returns the bytes whose hash is signed. */
export const serialiseForSigning = (transaction: UnsignedTransaction): Uint8Array =>
  envelope(transaction, [
    ...fieldsOf(transaction),
    ...(transaction.type === 0 ? [rlpInteger(transaction.chainId), rlpInteger(0), rlpInteger(0)] : []),
  ])

/** Returns the 32 bytes that are signed: Keccak-256 of `serialiseForSigning`. */
export const transactionDigest = (transaction: UnsignedTransaction): Uint8Array =>
  keccak256(serialiseForSigning(transaction), 'bytes')

/** Returns the signed transaction for `eth_sendRawTransaction`. Throws INTERNAL when the signature isn't canonical. */
export function assembleTransaction(transaction: UnsignedTransaction, { r, s, yParity }: EcdsaSignature): Uint8Array {
  if (r <= 0n || r >= curveOrder || s <= 0n || s > curveOrder / 2n) throw new AppError('INTERNAL')
  const v = transaction.type === 0 ? BigInt(transaction.chainId) * 2n + 35n + BigInt(yParity) : yParity
  return envelope(transaction, [...fieldsOf(transaction), rlpInteger(v), rlpInteger(r), rlpInteger(s)])
}

/**
 * Parses the bytes of `serialiseForSigning`. Throws INVALID_PARAMS for anything else: other types, a legacy transaction without chain id
 * (it could be replayed on every chain), values that aren't in their shortest form, trailing bytes.
 */
export function parseUnsignedTransaction(unsigned: Uint8Array): UnsignedTransaction {
  try {
    const transaction = read(unsigned)
    if (bytesToHex(serialiseForSigning(transaction)) === bytesToHex(unsigned)) return transaction
  } catch (cause) {
    throw new AppError('INVALID_PARAMS', { cause, details: { field: 'unsigned' } })
  }
  return refuse('unsigned')
}

function read(unsigned: Uint8Array): UnsignedTransaction {
  const type = unsigned[0] === 1 || unsigned[0] === 2 ? unsigned[0] : 0
  const fields = list(fromRlp(type === 0 ? unsigned : unsigned.subarray(1), 'bytes'))
  const numberAt = (index: number): bigint => {
    const digits = bytes(fields[index])
    if (digits.length > 32) refuse('unsigned')
    return digits.length === 0 ? 0n : bytesToBigInt(digits)
  }
  // Positions of nonce, gas limit and chain id differ by type; recipient, value and data follow the gas limit.
  const [chainIdAt, nonceAt, gasAt, length] = (
    [
      [6, 0, 2, 9],
      [0, 1, 3, 8],
      [0, 1, 4, 9],
    ] as const
  )[type]
  if (fields.length !== length) refuse('unsigned')
  const to = bytes(fields[gasAt + 1])
  const common = {
    chainId: safeNumber(numberAt(chainIdAt)),
    nonce: safeNumber(numberAt(nonceAt)),
    gas: numberAt(gasAt),
    to: to.length === 0 ? null : toChecksumAddress(bytesToHex(to)),
    value: numberAt(gasAt + 2),
    data: bytesToHex(bytes(fields[gasAt + 3])),
  }
  if (common.chainId === 0) refuse('chainId')
  if (type === 0) return { type, ...common, gasPrice: numberAt(1) }
  const accessList = accessListOf(fields[gasAt + 4])
  return type === 1
    ? { type, ...common, gasPrice: numberAt(2), accessList }
    : { type, ...common, maxPriorityFeePerGas: numberAt(2), maxFeePerGas: numberAt(3), accessList }
}

const accessListOf = (item: Rlp | undefined): AccessList =>
  list(item).map((entry) => {
    const [address, storageKeys] = list(entry)
    return {
      address: toChecksumAddress(bytesToHex(bytes(address))),
      storageKeys: list(storageKeys).map((key) =>
        bytes(key).length === 32 ? bytesToHex(bytes(key)) : refuse('accessList'),
      ),
    }
  })

const bytes = (item: Rlp | undefined): Uint8Array => (item instanceof Uint8Array ? item : refuse('unsigned'))
const list = (item: Rlp | undefined): readonly Rlp[] =>
  item === undefined || item instanceof Uint8Array ? refuse('unsigned') : item
const safeNumber = (value: bigint): number =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : refuse('unsigned')

/** Returns the signed fields in the order of each type's EIP, without chain id for type 0. */
function fieldsOf(transaction: UnsignedTransaction): Rlp[] {
  const { chainId, nonce, gas, to, value, data } = transaction
  const call = [rlpInteger(gas), to === null ? rlpInteger(0) : hexToBytes(to), rlpInteger(value), hexToBytes(data)]
  if (transaction.type === 0) return [rlpInteger(nonce), rlpInteger(transaction.gasPrice), ...call]
  const accessList = transaction.accessList.map(({ address, storageKeys }) => [
    hexToBytes(address),
    storageKeys.map((key) => hexToBytes(key)),
  ])
  const prices =
    transaction.type === 1 ? [transaction.gasPrice] : [transaction.maxPriorityFeePerGas, transaction.maxFeePerGas]
  return [rlpInteger(chainId), rlpInteger(nonce), ...prices.map(rlpInteger), ...call, accessList]
}

/** EIP-2718: the type's byte, then the list; type 0 is the bare list. */
function envelope({ type }: UnsignedTransaction, fields: readonly Rlp[]): Uint8Array {
  const body = toRlp(fields, 'bytes')
  return type === 0 ? body : concatBytes([Uint8Array.of(type), body])
}
