import { createPublicKey, verify } from 'node:crypto'
import { walletAddressText } from '@latchkey/api-client'
import type { SolanaSignable } from '@latchkey/vault-protocol'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { signWith } from '../custody/signWith.ts'
import { keepSecret, type SecretBytes } from '../secrets.ts'
import { hexBytes } from '../testing/vectors.ts'
import { signSolana } from './signSolana.ts'

const seed = new Uint8Array(32).fill(3) as SecretBytes
const own = Keypair.fromSeed(seed)
const other = Keypair.fromSeed(new Uint8Array(32).fill(4))
const address = own.publicKey.toBase58()
const recentBlockhash = other.publicKey.toBase58()
const refusal = (name: string) => expect.objectContaining({ name })

const message = (bytes: Uint8Array): SolanaSignable => ({
  kind: 'solanaMessage',
  address,
  content: Uint8Array.from(bytes).buffer,
})
const transaction = (bytes: Uint8Array): SolanaSignable => ({
  kind: 'solanaTransaction',
  address,
  content: Uint8Array.from(bytes).buffer,
})
const transferFrom = (...from: PublicKey[]) =>
  from.map((fromPubkey) => SystemProgram.transfer({ fromPubkey, toPubkey: new PublicKey(7), lamports: 1 }))
const legacy = (payerKey: PublicKey, ...from: PublicKey[]) =>
  new Transaction({ feePayer: payerKey, recentBlockhash }).add(...transferFrom(...from))
const versioned = (payerKey: PublicKey, ...from: PublicKey[]) =>
  new VersionedTransaction(
    new TransactionMessage({ payerKey, recentBlockhash, instructions: transferFrom(...from) }).compileToV0Message(),
  )
const wire = (given: Transaction): Uint8Array =>
  given.serialize({ requireAllSignatures: false, verifySignatures: false })

/** Verified by OpenSSL. */
const isSigned = (signature: Uint8Array, content: Uint8Array, by = own.publicKey): boolean => {
  const x = Buffer.from(by.toBytes()).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, content, key, signature)
}

test('RFC 8032, section 7.1, tests 1 to 3', () => {
  const vectors: [seed: string, message: string, signature: string][] = [
    [
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ]
  for (const [key, content, signature] of vectors) {
    expect(signSolana(message(hexBytes(content)), hexBytes(key) as SecretBytes)).toEqual(hexBytes(signature))
  }
})

describe('a message', () => {
  test('is signed as it is, as OpenSSL and WebCrypto find', async () => {
    const content = new TextEncoder().encode('dapp.example wants you to sign in with your Solana account:')
    const signature = signSolana(message(content), seed)
    expect(signature).toHaveLength(64)
    expect(isSigned(signature, content)).toBe(true)
    const key = await crypto.subtle.importKey('raw', own.publicKey.toBytes() as never, 'Ed25519', false, ['verify'])
    expect(await crypto.subtle.verify('Ed25519', key, signature, content)).toBe(true)
  })

  test.each([
    ['what the signers of a legacy transaction sign', legacy(own.publicKey, own.publicKey).serializeMessage()],
    ['what the signers of version 0 sign', versioned(own.publicKey, own.publicKey).message.serialize()],
    ['a whole transaction', wire(legacy(own.publicKey, own.publicKey))],
    ['a version to come', Uint8Array.of(0x81, ...new Uint8Array(100))],
    ['somebody else’s transaction', legacy(other.publicKey, other.publicKey).serializeMessage()],
  ])('that is %s is refused', (_, bytes) => {
    expect(() => signSolana(message(bytes), seed)).toThrowError(refusal('DISGUISED_TRANSACTION'))
  })

  test.each([
    ['empty', new Uint8Array()],
    ['32 bytes', new Uint8Array(32).fill(0x91)],
    ['text in another script', new TextEncoder().encode('Подпишите это сообщение, чтобы войти. Ничего не стоит.')],
    [
      'an off-chain message',
      Uint8Array.of(0xff, ...new TextEncoder().encode('solana offchain'), ...new Uint8Array(80)),
    ],
  ])('that is %s is a message', (_, bytes) => {
    expect(isSigned(signSolana(message(bytes), seed), bytes)).toBe(true)
  })
})

describe('a transaction', () => {
  test.each([
    ['legacy', wire(legacy(own.publicKey, own.publicKey))],
    ['of version 0', versioned(own.publicKey, own.publicKey).serialize()],
    ['that somebody else pays', versioned(other.publicKey, own.publicKey).serialize()],
  ])('%s is signed as web3.js signs it', (_, bytes) => {
    const signature = signSolana(transaction(bytes), seed)
    const theirs = VersionedTransaction.deserialize(bytes)
    theirs.sign([own])
    expect(theirs.signatures).toContainEqual(new Uint8Array(signature))
    expect(isSigned(signature, theirs.message.serialize())).toBe(true)
  })

  test('without a slot for the account is refused', () => {
    expect(() => signSolana(transaction(versioned(other.publicKey, other.publicKey).serialize()), seed)).toThrowError(
      refusal('UNAUTHORIZED'),
    )
  })

  test.each([
    ['nothing', new Uint8Array(), 'INVALID_PARAMS'],
    ['its message alone', versioned(own.publicKey).message.serialize(), 'INVALID_PARAMS'],
    ['more than a packet', new Uint8Array(1233), 'TOO_LARGE'],
  ])('that is %s is refused', (_, bytes, name) => {
    expect(() => signSolana(transaction(bytes), seed)).toThrowError(refusal(name))
  })
})

test('only the account that is named signs, and only what is of its namespace', () => {
  const accounts = [
    { namespace: 'eip155', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', privateKey: keepSecret(seed) },
    { namespace: 'solana', address, privateKey: keepSecret(seed) },
  ] as const
  const hello = new TextEncoder().encode('hello')
  expect(signWith(message(hello), accounts)).toHaveLength(64)
  for (const named of [other.publicKey.toBase58(), address.toLowerCase()]) {
    expect(() => signWith({ ...message(hello), address: named }, accounts)).toThrowError(refusal('UNAUTHORIZED'))
  }
  const ethereum = { kind: 'personalMessage' as const, message: hello.buffer }
  expect(signWith({ ...ethereum, address: accounts[0].address.toLowerCase() }, accounts)).toHaveLength(65)
  expect(() => signWith({ ...ethereum, address }, accounts)).toThrowError(refusal('UNAUTHORIZED'))
})

test('signs no message by which a wallet proves an address: a page could have another wallet claim this account', () => {
  const record = { walletId: '11111111-1111-4111-8111-111111111111', userId: '22222222-2222-4222-8222-222222222222' }
  const text = new TextEncoder().encode(walletAddressText(record, { namespace: 'solana', address }))
  expect(() => signSolana(message(text), seed)).toThrowError(refusal('INVALID_PARAMS'))
  expect(signSolana(message(text.subarray(1)), seed)).toHaveLength(64)
})
