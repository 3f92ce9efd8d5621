import { getAddress, isAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { loadVectors } from '../testing/loadVectors.ts'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import { isEvmAddress, parseEvmAddress, toChecksumAddress } from './evmAddress.ts'

const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('the 1,038 published accounts get their published checksum from any case', () => {
  const accounts = loadVectors<{ address: string; checksumAddress: string }>('accounts')
  expect(accounts).toHaveLength(1038)
  for (const { address, checksumAddress } of accounts) {
    expect(toChecksumAddress(address)).toBe(checksumAddress)
    expect(parseEvmAddress(checksumAddress)).toBe(checksumAddress)
    expect(parseEvmAddress(address.toLowerCase())).toBe(checksumAddress)
    expect(parseEvmAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(checksumAddress)
  }
})

test('the examples of EIP-55 are addresses', () => {
  for (const address of [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])
    expect(isEvmAddress(address)).toBe(true)
})

test.each([
  ['one letter in the wrong case', '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  ['one digit changed', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046'],
  ['no prefix', vitalik.slice(2)],
  ['a capital prefix', `0X${vitalik.slice(2)}`],
  ['a digit short', vitalik.slice(0, -1)],
  ['a digit long', `${vitalik}0`],
  ['a space before', ` ${vitalik}`],
  ['a line end after', `${vitalik}\n`],
  ['a letter that is not hex', '0xg8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  ['a lookalike letter', '0xd8dА6BF26964aF9D7eEd9e03E53415D37aA96045'],
  ['an ENS name', 'vitalik.eth'],
  ['nothing', ''],
  ['a number', 0xd8da],
  ['null', null],
  ['an object that prints as an address', { toString: () => vitalik }],
])('%s is refused with "Address is invalid"', (_, input) => {
  expect(() => parseEvmAddress(input)).toThrow('Address is invalid')
  expect(isEvmAddress(input)).toBe(false)
})

describe('against viem', () => {
  test('20,000 random and damaged addresses are judged alike', () => {
    const { hex, below, pick } = random(55)
    for (let i = 0; i < 20_000; i++) {
      const characters = [...getAddress(hex(20))]
      if (i % 2 === 0) characters[below(characters.length)] = pick([...'0123456789abcdefABCDEFxXgG '])
      const input = characters.join('')
      // viem accepts no upper-case form; ours is the upper case of a valid address.
      const expected = isAddress(input) || (/^0x[0-9A-F]{40}$/.test(input) && isAddress(input.toLowerCase()))
      expect(isEvmAddress(input), input).toBe(expected)
      if (expected) expect(parseEvmAddress(input)).toBe(getAddress(input))
      else expect(thrown(() => parseEvmAddress(input))).toBe('ADDRESS_INVALID')
    }
  })
})
