import { Keypair, PublicKey } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { formatSolanaAddress, parseSolanaAddress } from './solanaAddress.ts'

test('addresses are those of web3.js', () => {
  for (let i = 0; i < 200; i++) {
    const { publicKey } = Keypair.generate()
    expect(formatSolanaAddress(publicKey.toBytes())).toBe(publicKey.toBase58())
    expect(parseSolanaAddress(publicKey.toBase58())).toBe(publicKey.toBase58())
  }
})

test('accounts that no key opens are addresses too', () => {
  const [account] = PublicKey.findProgramAddressSync([], PublicKey.default)
  expect(parseSolanaAddress(account.toBase58())).toBe(account.toBase58())
  expect(parseSolanaAddress('1'.repeat(32))).toBe(PublicKey.default.toBase58())
})

test.each([
  ['', 31, '1'.repeat(31)],
  ['33 bytes', 33, '1'.repeat(33)],
  ['44 characters of too many bytes', 0, 'z'.repeat(44)],
  ['a letter outside the alphabet', 0, `${'1'.repeat(31)}0`],
  ['an EVM address', 0, '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  ['a line end after', 0, `${'1'.repeat(32)}\n`],
  ['null', 0, null],
  ['an object', 0, {}],
])('%s is refused with "Address is invalid"', (_, __, input) => {
  expect(() => parseSolanaAddress(input)).toThrow('Address is invalid')
})

test('a key of another length has no address', () => {
  for (const length of [0, 31, 33, 64])
    expect(thrown(() => formatSolanaAddress(new Uint8Array(length)))).toBe('ADDRESS_INVALID')
})
