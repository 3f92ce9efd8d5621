import type { TestCase } from '@ethersproject/testcases'
import { smartAccountContracts } from '@latchkey/chains'
import type { EvmSignable } from '@latchkey/vault-protocol'
import { serializeSignature, serializeTransaction, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import type { SecretBytes } from '../secrets.ts'
import { eip712Cases, hexBytes, legacyTransactions, typedTransactions } from '../testing/vectors.ts'
import { signEvm } from './signEvm.ts'

const key = `0x${'0123456789abcdef'.repeat(4)}` as const
const account = privateKeyToAccount(key)
const { address } = account

const sign = (content: EvmSignable, privateKey: string = key): `0x${string}` =>
  bytesToHex(signEvm(content, hexBytes(privateKey) as SecretBytes))

const transaction = (unsigned: string): EvmSignable => ({
  kind: 'transaction',
  address,
  unsigned: hexBytes(unsigned).buffer,
})
const personalMessage = (bytes: Uint8Array): EvmSignable => ({
  kind: 'personalMessage',
  address,
  message: Uint8Array.from(bytes).buffer,
})
const typedData = (text: string): EvmSignable => ({ kind: 'typedData', address, typedData: text })

/** Allows for a busy machine: more than a thousand signatures are seconds of work. */
const timeout = 60_000

describe('published transactions', { timeout }, () => {
  test('type 0 with a chain id: signed as published', () => {
    const cases = legacyTransactions()
    expect(cases).toHaveLength(1067)
    for (const { privateKey, unsignedTransactionChainId5, signedTransactionChainId5 } of cases) {
      expect(sign(transaction(unsignedTransactionChainId5), privateKey)).toBe(signedTransactionChainId5)
    }
  })

  test('type 0 without a chain id is refused: it could be replayed on every chain', () => {
    for (const { unsignedTransaction } of legacyTransactions().slice(0, 100)) {
      expect(() => sign(transaction(unsignedTransaction))).toThrowError(
        expect.objectContaining({ name: 'INVALID_PARAMS' }),
      )
    }
  })

  test('types 1 and 2: signed as published, those without a chain id refused', () => {
    const cases = typedTransactions()
    expect(cases).toHaveLength(1792)
    const outcomes = { signed: 0, refused: 0 }
    for (const { key: privateKey, unsigned, signed, tx } of cases) {
      if (Number(tx.chainId ?? 0) === 0) {
        expect(() => sign(transaction(unsigned), privateKey)).toThrowError(
          expect.objectContaining({ name: 'INVALID_PARAMS' }),
        )
        outcomes.refused++
      } else {
        expect(sign(transaction(unsigned), privateKey)).toBe(signed)
        outcomes.signed++
      }
    }
    expect(outcomes).toEqual({ signed: 1408, refused: 384 })
  })
})

describe('published typed data', { timeout }, () => {
  const jsonOf = ({ types, primaryType, domain, data }: TestCase.Eip712): string =>
    JSON.stringify({ types, primaryType, domain, message: data })

  test('the one published signature', () => {
    const [signed, ...others] = eip712Cases().filter(({ signature }) => signature !== undefined)
    expect(others).toEqual([])
    if (signed?.privateKey === undefined) throw new Error('no case')
    expect(sign(typedData(jsonOf(signed)), signed.privateKey)).toBe(signed.signature)
  })

  test('every case: the published digest is what is signed', async () => {
    const cases = eip712Cases()
    expect(cases).toHaveLength(1025)
    for (const one of cases) {
      expect(sign(typedData(jsonOf(one)))).toBe(await account.sign({ hash: one.digest as `0x${string}` }))
    }
  })
})

describe('as viem signs', () => {
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 0xff)

  test('personal messages of any length', async () => {
    for (const length of [0, 1, 31, 32, 33, 127, 128, 1000, 100_000]) {
      const raw = bytes(length)
      expect(sign(personalMessage(raw))).toBe(await account.signMessage({ message: { raw } }))
    }
  })

  test('transactions of types 0, 1 and 2, creation and access lists included', async () => {
    const common = { chainId: 31337, gas: 21_000n, nonce: 7, value: 10n ** 17n, data: '0xdeadbeef' } as const
    const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const accessList = [{ address: to, storageKeys: [`0x${'ab'.repeat(32)}`] }] as const
    const cases: TransactionSerializable[] = [
      { type: 'legacy', ...common, to, gasPrice: 10n ** 9n },
      { type: 'legacy', ...common, to: null, gasPrice: 0n },
      { type: 'eip2930', ...common, to, gasPrice: 1n, accessList },
      { type: 'eip1559', ...common, to, maxFeePerGas: 3n, maxPriorityFeePerGas: 2n, accessList },
      { type: 'eip1559', ...common, to: null, nonce: 0, value: 0n, maxFeePerGas: 3n, maxPriorityFeePerGas: 0n },
    ]
    for (const one of cases) {
      expect(sign(transaction(serializeTransaction(one)))).toBe(await account.signTransaction(one))
    }
  })
})

describe('an authorization', () => {
  const authorization = (chainId: number, nonce: number): EvmSignable => ({
    kind: 'authorization',
    address,
    chainId,
    nonce,
  })

  test.each([
    [1, 0],
    [1337, 1],
    [31337, 127],
    [11155111, 128],
    [Number.MAX_SAFE_INTEGER, 2 ** 40],
  ])('for chain %i at nonce %i is as viem signs it, for the one implementation', async (chainId, nonce) => {
    const { statelessImplementation } = smartAccountContracts
    const signed = await account.signAuthorization({ chainId, nonce, contractAddress: statelessImplementation })
    const { r, s, yParity } = signed
    expect(sign(authorization(chainId, nonce))).toBe(serializeSignature({ r, s, yParity: yParity ?? 0 }))
  })

  test('takes no other address, whatever stands beside it', () => {
    const own = sign(authorization(1, 0))
    const contractAddress = `0x${'66'.repeat(20)}`
    const more = { ...authorization(1, 0), contractAddress, implementation: contractAddress }
    expect(sign(more as EvmSignable)).toBe(own)
  })

  test('for every chain at once is refused', () => {
    expect(() => sign(authorization(0, 0))).toThrowError(expect.objectContaining({ name: 'INVALID_PARAMS' }))
  })
})

describe('refused', () => {
  const refusal = (name: string) => expect.objectContaining({ name })

  test.each([
    ['nothing', '0x'],
    ['a blob transaction', '0x03c0'],
    ['a delegation (type 4)', '0x04c0'],
    ['bytes after the end', '0xe9808080808080827a698080ff'],
    ['an arbitrary digest', `0x${'11'.repeat(32)}`],
    ['a personal message in disguise', bytesToHex(new TextEncoder().encode('\x19Ethereum Signed Message:\n1a'))],
    ['typed data in disguise', `0x1901${'22'.repeat(64)}`],
  ])('as a transaction: %s', (_, unsigned) => {
    expect(() => sign(transaction(unsigned))).toThrowError(refusal('INVALID_PARAMS'))
  })

  test.each([
    ['text that is not JSON', 'PARSE_ERROR', '{'],
    ['no types', 'INVALID_PARAMS', '{}'],
    ['null', 'INVALID_PARAMS', 'null'],
  ])('as typed data: %s', (_, name, text) => {
    expect(() => sign(typedData(text))).toThrowError(refusal(name))
  })
})
