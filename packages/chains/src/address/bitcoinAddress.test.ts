import { hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import type { CaipNetworkId } from '../caip/caip2.ts'
import { bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet, bitcoinTestnet4 } from '../networks/registry.ts'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import { isBitcoinAddress, mayBeKeyOf, parseBitcoinAddress } from './bitcoinAddress.ts'

const main = bitcoin.caipNetworkId
const testnet = bitcoinTestnet.caipNetworkId
const regtest = bitcoinRegtest.caipNetworkId
const all = [bitcoin, bitcoinTestnet, bitcoinTestnet4, bitcoinSignet, bitcoinRegtest].map((row) => row.caipNetworkId)

test.each([
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', main, 'p2wpkh', '751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    testnet,
    'p2wsh',
    '1863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    main,
    'witness',
    '751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  ['BC1SW50QGDZ25J', main, 'witness', '751e'],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', main, 'witness', '751e76e8199196d454941c45d1b3a323'],
  [
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    testnet,
    'p2wsh',
    '000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    testnet,
    'p2tr',
    '000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    main,
    'p2tr',
    '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
] as const)('%s of BIP-350 is read', (address, network, type, program) => {
  const parsed = parseBitcoinAddress(address, network)
  expect({ ...parsed, program: hex.encode(parsed.program) }).toEqual({ address: address.toLowerCase(), type, program })
})

test.each([
  ['an unknown prefix', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut'],
  ['Bech32 where Bech32m belongs', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['Bech32 in version 2', 'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf'],
  ['Bech32 in version 16', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL'],
  ['Bech32m where Bech32 belongs', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
  ['Bech32m in version 0', 'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'],
  ['a letter outside the alphabet', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
  ['version 17', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
  ['a program of one byte', 'bc1pw5dgrnzv'],
  ['a program of 41 bytes', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav'],
  ['16 bytes in version 0', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
  ['two cases', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq'],
  ['too much padding', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf'],
  ['padding that is not zero', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j'],
  ['no data', 'bc1gmk9yu'],
  ['a wrong checksum of BIP-173', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['a wrong checksum in Base58', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['a private key', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
  ['an address of another coin', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
  ['a space before', ' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['a link', 'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['nothing', ''],
  ['a very long text', '1'.repeat(100_000)],
  ['a number', 1],
  ['null', null],
])('%s is refused on every network', (_, input) => {
  for (const network of all) {
    expect(thrown(() => parseBitcoinAddress(input, network))).toBe('ADDRESS_INVALID')
    expect(isBitcoinAddress(input, network)).toBe(false)
  }
})

test.each<[string, readonly CaipNetworkId[], string]>([
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', [main], 'p2pkh'],
  ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', [main], 'p2sh'],
  ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', [main], 'p2wpkh'],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', all.slice(1), 'p2pkh'],
  ['2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2', all.slice(1), 'p2sh'],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', all.slice(1, 4), 'p2wpkh'],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', [regtest], 'p2wpkh'],
])('%s belongs to its own networks alone', (address, networks, type) => {
  expect(all.filter((network) => isBitcoinAddress(address, network))).toEqual(networks)
  expect(parseBitcoinAddress(address, networks[0] ?? main).type).toBe(type)
})

describe('a public key', () => {
  const generator = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
  const other = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5'
  const whole = `04${generator}483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8`
  test.each([
    [
      'BIP-84',
      main,
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
      true,
    ],
    [
      'BIP-86',
      main,
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
      true,
    ],
    [
      'BIP-49',
      testnet,
      '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
      '03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f',
      true,
    ],
    ['a compressed key', main, '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', `02${generator}`, true],
    ['a whole key', main, '1EHNa6Q4Jz2uvNExL497mE43ikXhwF6kZm', whole, true],
    ['the key of another address', main, '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', other, false],
    ['… of another witness', main, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', other, false],
    ['a whole key in a witness', main, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', whole, false],
    ['a key that is too short', main, '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', generator, false],
    ['no key', main, 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', '', false],
  ] as const)('%s', (_, network, address, publicKey, expected) => {
    expect(mayBeKeyOf(parseBitcoinAddress(address, network), hex.decode(publicKey))).toBe(expected)
  })
})

test('an address with one character changed is never an address', () => {
  const { below, pick } = random(173)
  const addresses = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu']
  for (let i = 0; i < 5000; i++) {
    const characters = [...pick(addresses)]
    const index = below(characters.length)
    const letter = pick([...'0123456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'])
    if (letter === characters[index]) continue
    characters[index] = letter
    expect(isBitcoinAddress(characters.join(''), main), characters.join('')).toBe(false)
  }
})
