import {
  bytesToHex,
  fromRlp,
  hexToBigInt,
  hexToBytes,
  keccak256,
  recoverAddress,
  serializeTransaction,
  toRlp,
} from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'
import { loadVectors } from '../testing/loadVectors.ts'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import type { AccessList, UnsignedTransaction } from './evmTransaction.ts'
import {
  assembleTransaction,
  type EcdsaSignature,
  parseUnsignedTransaction,
  serialiseForSigning,
  transactionDigest,
} from './transactionCodec.ts'

/** Returns the signature in a signed serialization: its last three fields. */
function signatureOf(signed: Hex): EcdsaSignature {
  const list = fromRlp(signed.startsWith('0x0') ? `0x${signed.slice(4)}` : signed, 'hex') as Hex[]
  const [v, r, s] = list.slice(-3).map((field) => (field === '0x' ? 0n : hexToBigInt(field))) as [
    bigint,
    bigint,
    bigint,
  ]
  return { r, s, yParity: Number(v > 1n ? (v - 35n) % 2n : v) as 0 | 1 }
}

const signerOf = (transaction: UnsignedTransaction, { r, s, yParity }: EcdsaSignature) =>
  recoverAddress({
    hash: transactionDigest(transaction),
    signature: { r: `0x${r.toString(16).padStart(64, '0')}`, s: `0x${s.toString(16).padStart(64, '0')}`, yParity },
  })

const numberOf = (hex: string | number | undefined): bigint => BigInt(hex === undefined || hex === '0x' ? 0 : hex)
const addressOf = (hex: string | undefined) => (hex === undefined || hex === '0x' ? null : toChecksumAddress(hex))

describe('legacy transactions of @ethersproject/testcases', () => {
  type Vector = Partial<Record<'to' | 'data' | 'gasLimit' | 'gasPrice' | 'value' | 'nonce', Hex>> &
    Record<'name' | 'accountAddress' | 'unsignedTransactionChainId5' | 'signedTransactionChainId5', Hex> & {
      unsignedTransaction: Hex
    }
  const vectors = loadVectors<Vector>('transactions')
  const transactionOf = (vector: Vector): UnsignedTransaction => ({
    type: 0,
    chainId: 5,
    nonce: Number(numberOf(vector.nonce)),
    gasPrice: numberOf(vector.gasPrice),
    gas: numberOf(vector.gasLimit),
    to: addressOf(vector.to),
    value: numberOf(vector.value),
    data: vector.data ?? '0x',
  })

  test('all 1,067 serialise, read back and assemble to the published bytes', async () => {
    expect(vectors).toHaveLength(1067)
    for (const vector of vectors) {
      const transaction = transactionOf(vector)
      const signature = signatureOf(vector.signedTransactionChainId5)
      expect(bytesToHex(serialiseForSigning(transaction)), vector.name).toBe(vector.unsignedTransactionChainId5)
      expect(parseUnsignedTransaction(hexToBytes(vector.unsignedTransactionChainId5)), vector.name).toEqual(transaction)
      expect(bytesToHex(assembleTransaction(transaction, signature)), vector.name).toBe(
        vector.signedTransactionChainId5,
      )
      expect(await signerOf(transaction, signature)).toBe(toChecksumAddress(vector.accountAddress))
    }
  })

  test('none is read without its chain id', () => {
    for (const { unsignedTransaction, name } of vectors)
      expect(
        thrown(() => parseUnsignedTransaction(hexToBytes(unsignedTransaction))),
        name,
      ).toBe('INVALID_PARAMS')
  })
})

describe('typed transactions of @ethersproject/testcases', () => {
  type Vector = Record<'name' | 'address' | 'signed' | 'unsigned', Hex> & {
    tx: Partial<
      Record<'to' | 'data' | 'gasLimit' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'value', Hex>
    > & {
      type: 1 | 2
      nonce?: number
      chainId?: number
      accessList?: { address: string; storageKeys: Hex[] }[]
    }
  }
  const vectors = loadVectors<Vector>('typed-transactions')
  const transactionOf = ({ tx }: Vector): UnsignedTransaction => {
    const common = {
      chainId: tx.chainId ?? 0,
      nonce: tx.nonce ?? 0,
      gas: numberOf(tx.gasLimit),
      to: addressOf(tx.to),
      value: numberOf(tx.value),
      data: tx.data ?? '0x',
      accessList: (tx.accessList ?? []).map((item) => ({ ...item, address: toChecksumAddress(item.address) })),
    }
    const maxFeePerGas = numberOf(tx.maxFeePerGas)
    return tx.type === 1
      ? { type: 1, ...common, gasPrice: numberOf(tx.gasPrice) }
      : { type: 2, ...common, maxFeePerGas, maxPriorityFeePerGas: numberOf(tx.maxPriorityFeePerGas) }
  }

  test('all 1,792 serialise, read back and assemble to the published bytes', async () => {
    expect(vectors).toHaveLength(1792)
    for (const vector of vectors) {
      const transaction = transactionOf(vector)
      const signature = signatureOf(vector.signed)
      expect(bytesToHex(serialiseForSigning(transaction)), vector.name).toBe(vector.unsigned)
      expect(bytesToHex(assembleTransaction(transaction, signature)), vector.name).toBe(vector.signed)
      if (transaction.chainId === 0)
        expect(thrown(() => parseUnsignedTransaction(hexToBytes(vector.unsigned)))).toBe('INVALID_PARAMS')
      else expect(parseUnsignedTransaction(hexToBytes(vector.unsigned)), vector.name).toEqual(transaction)
      expect(await signerOf(transaction, signature)).toBe(toChecksumAddress(vector.address))
    }
  })
})

test('2,000 random transactions are the same bytes in viem', () => {
  const { integer, below, hex, pick } = random(2718)
  for (let i = 0; i < 2000; i++) {
    const common = {
      chainId: below(2 ** 31) + 1,
      nonce: below(2 ** 31),
      gas: integer(64),
      to: pick([null, toChecksumAddress(hex(20))]),
      value: integer(256),
      data: hex(below(300)),
    }
    const accessList: AccessList = Array.from({ length: below(4) }, () => ({
      address: toChecksumAddress(hex(20)),
      storageKeys: Array.from({ length: below(3) }, () => hex(32)),
    }))
    const tip = integer(100)
    const transaction: UnsignedTransaction = pick([
      { type: 0, ...common, gasPrice: integer(200) },
      { type: 1, ...common, gasPrice: integer(200), accessList },
      { type: 2, ...common, maxFeePerGas: tip + integer(100), maxPriorityFeePerGas: tip, accessList },
    ] as const)
    const type = (['legacy', 'eip2930', 'eip1559'] as const)[transaction.type]
    const { to, ...rest } = transaction
    const theirs = serializeTransaction({ ...rest, type, ...(to ? { to } : {}) } as Parameters<
      typeof serializeTransaction
    >[0])
    const ours = serialiseForSigning(transaction)
    expect(bytesToHex(ours)).toBe(theirs)
    expect(transactionDigest(transaction)).toEqual(keccak256(theirs, 'bytes'))
    expect(parseUnsignedTransaction(ours)).toEqual(transaction)
  }
})

test('bytes inside a larger buffer are read where they stand', () => {
  const unsigned = hexToBytes(
    toRlp(['0x', '0x01', '0x5208', `0x${'22'.repeat(20)}`, '0x', '0x', '0x05', '0x', '0x'], 'hex'),
  )
  const buffer = new Uint8Array(unsigned.length + 14).fill(0xff)
  buffer.set(unsigned, 7)
  const inside = buffer.subarray(7, 7 + unsigned.length)
  expect(parseUnsignedTransaction(inside)).toEqual(parseUnsignedTransaction(unsigned))
})

describe('parseUnsignedTransaction refuses', () => {
  const to: Hex = `0x${'22'.repeat(20)}`
  const legacy = (...tail: Hex[]): Hex => toRlp(['0x', '0x01', '0x5208', to, '0x01', '0x', ...tail], 'hex')
  const withType = (type: string, fields: unknown): Hex => `0x${type}${toRlp(fields as Hex[], 'hex').slice(2)}`
  const fields: unknown[] = ['0x01', '0x', '0x01', '0x02', '0x5208', to, '0x01', '0x', []]

  test('the well-formed ones are read', () => {
    expect(thrown(() => parseUnsignedTransaction(hexToBytes(legacy('0x01', '0x', '0x'))))).toBeUndefined()
    expect(thrown(() => parseUnsignedTransaction(hexToBytes(withType('02', fields))))).toBeUndefined()
  })

  test.each<[string, Hex]>([
    ['nothing', '0x'],
    ['a 32-byte hash', keccak256('0x')],
    ['a legacy transaction without chain id', legacy()],
    ['a legacy transaction with chain id 0', legacy('0x', '0x', '0x')],
    ['a signed legacy transaction', legacy('0x25', '0x01', '0x01')],
    ['bytes left over', `${legacy('0x01', '0x', '0x')}00`],
    ['a leading zero', legacy('0x0001', '0x', '0x')],
    ['zero as a byte', legacy('0x01', '0x00', '0x')],
    ['a length in its long form', '0xf80a0101018001808001808000'],
    ['a cut transaction', legacy('0x01', '0x', '0x').slice(0, -2) as Hex],
    ['a blob transaction', withType('03', fields)],
    ['a delegating transaction', withType('04', fields)],
    ['an unknown type', withType('7f', fields)],
    [
      'a message with the personal_sign prefix',
      bytesToHex(new TextEncoder().encode('\x19Ethereum Signed Message:\n5hello')),
    ],
    ['typed data', `0x1901${'00'.repeat(64)}`],
    ['too few fields', withType('02', fields.slice(0, 8))],
    ['too many fields', withType('02', [...fields, '0x'])],
    ['a chain id beyond counting', withType('02', ['0x20000000000000', ...fields.slice(1)])],
    ['a value of 33 bytes', withType('02', [...fields.slice(0, 6), `0x01${'00'.repeat(32)}`, '0x', []])],
    ['a recipient of 19 bytes', withType('02', [...fields.slice(0, 5), to.slice(0, -2), '0x01', '0x', []])],
    ['a list as the recipient', withType('02', [...fields.slice(0, 5), [to], '0x01', '0x', []])],
    ['bytes as the access list', withType('02', [...fields.slice(0, 8), '0x'])],
    ['a storage key of 31 bytes', withType('02', [...fields.slice(0, 8), [[to, [`0x${'11'.repeat(31)}`]]]])],
    ['lists without end', `0x${'c1'.repeat(5000)}c0`],
  ])('%s', (_, unsigned) => {
    expect(thrown(() => parseUnsignedTransaction(hexToBytes(unsigned)))).toBe('INVALID_PARAMS')
  })

  test('20,000 damaged transactions, or reads them as what they say', () => {
    const { below } = random(404)
    const original = hexToBytes(withType('02', fields))
    for (let i = 0; i < 20_000; i++) {
      const damaged = original.slice(0, below(8) === 0 ? below(original.length) : original.length)
      for (let change = 0; change <= below(3); change++) damaged[below(damaged.length)] = below(256)
      const read = thrown(() => parseUnsignedTransaction(damaged))
      if (read === undefined) expect(serialiseForSigning(parseUnsignedTransaction(damaged))).toEqual(damaged)
      else expect(read).toBe('INVALID_PARAMS')
    }
  })
})

describe('assembleTransaction refuses a signature that is not canonical', () => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const transaction = parseUnsignedTransaction(
    hexToBytes(toRlp(['0x', '0x01', '0x5208', `0x${'22'.repeat(20)}`, '0x01', '0x', '0x01', '0x', '0x'], 'hex')),
  )
  test.each([
    ['r of zero', { r: 0n, s: 1n }],
    ['s of zero', { r: 1n, s: 0n }],
    ['r at the order', { r: order, s: 1n }],
    ['a high s', { r: 1n, s: order / 2n + 1n }],
    ['a negative r', { r: -1n, s: 1n }],
  ])('%s', (_, signature) => {
    expect(thrown(() => assembleTransaction(transaction, { ...signature, yParity: 0 }))).toBe('INTERNAL')
  })
})
