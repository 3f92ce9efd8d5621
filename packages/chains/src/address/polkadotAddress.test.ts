import { hex } from '@scure/base'
import { expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { formatPolkadotAddress, parsePolkadotAddress } from './polkadotAddress.ts'

// Alice, of the development accounts of Substrate.
const alice = hex.decode('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d') as Uint8Array<ArrayBuffer>
const addresses: readonly (readonly [number, string])[] = [
  [0, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  [2, 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'],
  [42, '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
]

test.each(addresses)('the address of prefix %i is read and written', (prefix, address) => {
  expect(parsePolkadotAddress(address)).toEqual({ prefix, publicKey: alice })
  expect(formatPolkadotAddress({ prefix, publicKey: alice })).toBe(address)
})

test.each([63, 64, 69, 255, 256, 1284, 16383])('a prefix survives both ways: %i', (prefix) => {
  expect(parsePolkadotAddress(formatPolkadotAddress({ prefix, publicKey: alice })).prefix).toBe(prefix)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['an empty text', ''],
  ['another checksum', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6'],
  ['a character that is not base58', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp0'],
  ['an address of Ethereum', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  ['an address of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['a long text', '1'.repeat(100_000)],
])('%s is no address', (_, input) => {
  expect(thrown(() => parsePolkadotAddress(input))).toBe('ADDRESS_INVALID')
})

test('a key of another length and a prefix out of range are not written', () => {
  expect(thrown(() => formatPolkadotAddress({ prefix: 0, publicKey: new Uint8Array(33) }))).toBe('ADDRESS_INVALID')
  expect(thrown(() => formatPolkadotAddress({ prefix: 16384, publicKey: alice }))).toBe('ADDRESS_INVALID')
})
