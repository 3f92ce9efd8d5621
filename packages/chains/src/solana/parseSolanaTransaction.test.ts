import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import { isDisguisedTransaction, isSolanaTransactionMessage, parseSolanaTransaction } from './parseSolanaTransaction.ts'

const payer = Keypair.fromSeed(new Uint8Array(32).fill(1))
const second = Keypair.fromSeed(new Uint8Array(32).fill(2))
const key = (byte: number) => new PublicKey(new Uint8Array(32).fill(byte))
const recentBlockhash = key(9).toBase58()
const send = (fromPubkey: PublicKey) => SystemProgram.transfer({ fromPubkey, toPubkey: key(7), lamports: 1 })
const memo = (bytes: number) =>
  new TransactionInstruction({ programId: key(8), keys: [], data: Buffer.alloc(bytes, 0x61) })

const legacy = (...instructions: TransactionInstruction[]) =>
  new Transaction({ feePayer: payer.publicKey, recentBlockhash }).add(...instructions)
const versioned = (tables: AddressLookupTableAccount[], ...instructions: TransactionInstruction[]) =>
  new VersionedTransaction(
    new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash, instructions }).compileToV0Message(tables),
  )
const table = new AddressLookupTableAccount({
  key: key(20),
  state: {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    authority: undefined as never,
    addresses: [key(7), key(21)],
  },
})
const unsigned = (transaction: Transaction) =>
  transaction.serialize({ requireAllSignatures: false, verifySignatures: false })

const samples: [string, Uint8Array, 'legacy' | 0, Keypair[]][] = [
  ['a legacy transaction', unsigned(legacy(send(payer.publicKey))), 'legacy', [payer]],
  ['of two signers', unsigned(legacy(send(payer.publicKey), send(second.publicKey))), 'legacy', [payer, second]],
  ['without instructions', versioned([]).serialize(), 0, [payer]],
  ['with data of 300 bytes', versioned([], memo(300)).serialize(), 0, [payer]],
  ['of version 0', versioned([], send(payer.publicKey)).serialize(), 0, [payer]],
  ['with a lookup table', versioned([table], send(payer.publicKey)).serialize(), 0, [payer]],
]

test.each(samples)('%s is read as web3.js wrote it', (_, bytes, version, signers) => {
  const transaction = parseSolanaTransaction(bytes)
  expect(transaction.version).toBe(version)
  expect(transaction.signers).toEqual(signers.map(({ publicKey }) => publicKey.toBase58()))
  expect(transaction.signatures).toEqual(signers.map(() => new Uint8Array(64)))
  expect(transaction.message).toEqual(new Uint8Array(VersionedTransaction.deserialize(bytes).message.serialize()))
})

test('instructions name their program, accounts and data; what a lookup table brings goes by its place there', () => {
  const read = (bytes: Uint8Array) => parseSolanaTransaction(bytes).instructions
  const transfer = send(payer.publicKey)
  const asGiven = {
    program: transfer.programId.toBase58(),
    accounts: [payer.publicKey.toBase58(), key(7).toBase58()],
    data: new Uint8Array(transfer.data),
  }
  expect(read(unsigned(legacy(transfer, memo(2))))).toEqual([
    asGiven,
    { program: key(8).toBase58(), accounts: [], data: Uint8Array.of(0x61, 0x61) },
  ])
  expect(read(versioned([], transfer).serialize())).toEqual([asGiven])
  const reading = new TransactionInstruction({
    programId: key(8),
    keys: [{ pubkey: key(21), isSigner: false, isWritable: false }],
  })
  const own = payer.publicKey.toBase58()
  expect(read(versioned([table], transfer, reading).serialize())).toMatchObject([
    { accounts: [own, `${key(20).toBase58()}#0`] },
    { accounts: [`${key(20).toBase58()}#1`] },
  ])
})

test('what may be changed, what is looked up and the blockhash are as web3.js has them', () => {
  for (const [, bytes] of samples) {
    const { message } = VersionedTransaction.deserialize(bytes)
    const looked = message.addressTableLookups
    expect(parseSolanaTransaction(bytes)).toMatchObject({
      recentBlockhash,
      lookups: looked.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
        table: accountKey.toBase58(),
        writable: writableIndexes,
        readonly: readonlyIndexes,
      })),
      writable: [
        ...message.staticAccountKeys
          .filter((_key, index) => message.isAccountWritable(index))
          .map((account) => account.toBase58()),
        ...looked.flatMap(({ accountKey, writableIndexes }) =>
          writableIndexes.map((index) => `${accountKey.toBase58()}#${index}`),
        ),
      ],
    })
  }
})

test('signatures stand beside their signers', () => {
  const transaction = versioned([], send(payer.publicKey), send(second.publicKey))
  transaction.sign([second])
  expect(parseSolanaTransaction(transaction.serialize()).signatures).toEqual([
    new Uint8Array(64),
    transaction.signatures[1],
  ])
})

test.each(samples)('%s is refused when a byte is missing or one too many', (_, bytes) => {
  for (let length = 0; length < bytes.length; length++)
    expect(
      thrown(() => parseSolanaTransaction(bytes.slice(0, length))),
      String(length),
    ).toBe('INVALID_PARAMS')
  expect(thrown(() => parseSolanaTransaction(Uint8Array.of(...bytes, 0)))).toBe('INVALID_PARAMS')
})

describe('what the network would refuse is refused', () => {
  const bytes = versioned([], send(payer.publicKey)).serialize()
  // One signature, then the message: version, three counts, and how many keys.
  const message = 65
  test.each([
    ['a version that does not exist', message, 0x81],
    ['no signer', message + 1, 0],
    ['more signers than signatures', message + 1, 2],
    ['a payer that may not pay', message + 2, 1],
    ['more read-only accounts than there are', message + 3, 3],
    ['an instruction of an account that is not there', bytes.length - 15, 3],
    ['an instruction of the payer', bytes.length - 17, 0],
    ['a program that is not there', bytes.length - 17, 3],
    ['no signatures', 0, 0],
    ['a length in more bytes than it needs', 0, 0x81],
  ])('%s', (_, index, byte) => {
    expect(thrown(() => parseSolanaTransaction(bytes.with(index, byte)))).toBe('INVALID_PARAMS')
  })
})

test('whatever is damaged is refused in our words, or is a transaction to web3.js too, byte for byte', () => {
  const { below, pick } = random(1232)
  let read = 0
  for (let i = 0; i < 20_000; i++) {
    const [, sample] = pick(samples)
    const bytes = new Uint8Array(sample)
    for (let count = below(3); count >= 0; count--) bytes[below(bytes.length)] = below(256)
    if (thrown(() => parseSolanaTransaction(bytes)) !== undefined) continue
    read += 1
    expect(new Uint8Array(VersionedTransaction.deserialize(bytes).serialize())).toEqual(bytes)
  }
  expect(read).toBeGreaterThan(1000)
})

test('more than 1,232 bytes are too large', () => {
  const largest = versioned([], memo(1232 - versioned([], memo(128)).serialize().length + 128)).serialize()
  expect(largest).toHaveLength(1232)
  expect(thrown(() => parseSolanaTransaction(largest))).toBeUndefined()
  expect(thrown(() => parseSolanaTransaction(new Uint8Array(1233)))).toBe('TOO_LARGE')
})

test('a message to sign is told apart from a transaction in disguise', () => {
  for (const [, bytes] of samples) {
    expect(isSolanaTransactionMessage(parseSolanaTransaction(bytes).message)).toBe(true)
    expect(isSolanaTransactionMessage(bytes)).toBe(false)
  }
  for (const text of ['', 'hello', 'example.com wants you to sign in', '\u0001\u0000\u0001'])
    expect(isSolanaTransactionMessage(new TextEncoder().encode(text))).toBe(false)
})

test('a disguise is a message of a transaction, a whole one, or one of a version to come', () => {
  for (const [, bytes] of samples) {
    expect(isDisguisedTransaction(bytes)).toBe(true)
    expect(isDisguisedTransaction(parseSolanaTransaction(bytes).message)).toBe(true)
  }
  expect(isDisguisedTransaction(Uint8Array.of(0x81, ...new Uint8Array(99)))).toBe(true)
  expect(isDisguisedTransaction(new Uint8Array(32).fill(0x81))).toBe(false)
  expect(isDisguisedTransaction(Uint8Array.of(0xff, ...new TextEncoder().encode('solana offchain')))).toBe(false)
  for (const text of ['', 'hello', 'é'.repeat(100), '例'.repeat(50)])
    expect(isDisguisedTransaction(new TextEncoder().encode(text))).toBe(false)
})
