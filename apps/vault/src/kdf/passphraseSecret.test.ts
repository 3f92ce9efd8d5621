import { argon2id as nobleArgon2id } from '@noble/hashes/argon2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { argon2id } from 'hash-wasm'
import { expect, test } from 'vitest'
import { passphraseSecret } from './passphraseSecret.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Of the reference implementation of Argon2 (`test.c`, version 0x13, Argon2id). */
const published = [
  {
    memorySize: 65_536,
    iterations: 2,
    password: 'password',
    salt: 'somesalt',
    hash: '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
  },
  {
    memorySize: 256,
    iterations: 2,
    password: 'password',
    salt: 'somesalt',
    hash: '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe',
  },
  {
    memorySize: 65_536,
    iterations: 2,
    password: 'differentpassword',
    salt: 'somesalt',
    hash: '0b84d652cf6b0c4beaef0dfe278ba6a80df6696281d7e0d2891b817d8c458fde',
  },
  {
    memorySize: 65_536,
    iterations: 2,
    password: 'password',
    salt: 'diffsalt',
    hash: 'bdf32b05ccc42eb15d58fd19b1f856b113da1e9a5874fdcc544308565aa8141c',
  },
]

test.each(published)('$password with $salt, $memorySize KiB: the published hash', async ({ hash, ...input }) => {
  const options = { ...input, parallelism: 1, hashLength: 32, outputType: 'binary' } as const
  expect(await argon2id(options)).toEqual(hexToBytes(hash))
})

test('a passphrase gives what another implementation of Argon2id gives', { timeout: 60_000 }, async () => {
  const [passphrase, salt] = [utf8('sechs Wörter, die keiner rät'), Uint8Array.from({ length: 16 }, (_, i) => i)]
  const expected = nobleArgon2id(passphrase, salt, { m: 65_536, t: 3, p: 1, dkLen: 32 })
  expect(await passphraseSecret(passphrase, salt)).toEqual(expected)
})
