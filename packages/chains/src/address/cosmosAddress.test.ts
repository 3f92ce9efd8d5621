import { bech32, hex } from '@scure/base'
import { expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { parseCosmosAddress } from './cosmosAddress.ts'

const address = 'cosmos1sguafvgmel6f880ryvq8efh9522p8zvmrzlcrq'

test('an address says its prefix and its bytes', () => {
  const { prefix, bytes } = parseCosmosAddress(address)
  expect(prefix).toBe('cosmos')
  expect(bech32.encode('osmo', bech32.toWords(bytes))).toMatch(/^osmo1sguafvgmel6f880ryvq8efh9522p8zvm/)
})

test('an account of a module has 32 bytes', () => {
  const module = bech32.encode('juno', bech32.toWords(new Uint8Array(32).fill(7)))
  expect(hex.encode(parseCosmosAddress(module).bytes)).toBe('07'.repeat(32))
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['another checksum', 'cosmos1sguafvgmel6f880ryvq8efh9522p8zvmrzlcrp'],
  ['upper case', address.toUpperCase()],
  ['another length', bech32.encode('cosmos', bech32.toWords(new Uint8Array(24)))],
  ['an address of Bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['a long text', `cosmos1${'q'.repeat(10_000)}`],
])('%s is no address', (_, input) => {
  expect(thrown(() => parseCosmosAddress(input))).toBe('ADDRESS_INVALID')
})
