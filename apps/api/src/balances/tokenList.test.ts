import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTokenListFile } from './tokenList.ts'

const usdc = {
  chainId: 'eip155:1',
  address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
}
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const wrappedSol = {
  chainId: solana,
  address: `${solana}:So11111111111111111111111111111111111111112`,
  name: 'Wrapped SOL',
  symbol: 'WSOL',
  decimals: 9,
  logoUri: 'https://pictures.example/wsol.svg',
}

const read = (content: unknown) => {
  const file = join(mkdtempSync(join(tmpdir(), 'latchkey-list-')), 'tokens.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readTokenListFile(file)
}

test('tokens of EVM chains and of Solana are read, addresses in one form', () => {
  expect(read([usdc, wrappedSol])).toEqual([usdc, wrappedSol])
  expect(read([{ ...usdc, address: usdc.address.toLowerCase() }])).toEqual([usdc])
  expect(read([])).toEqual([])
})

test.each<[string, unknown]>([
  ['a checksum that is wrong', { ...usdc, address: usdc.address.replace('A0', 'a0') }],
  ['the address of another chain', { ...usdc, chainId: 'eip155:10' }],
  ['a bare address', { ...usdc, address: usdc.address.slice(9) }],
  [
    'an address of a chain that has no tokens',
    {
      ...usdc,
      chainId: 'bip122:000000000019d6689c085ae165831e93',
      address: 'bip122:000000000019d6689c085ae165831e93:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    },
  ],
  ['no decimals', { ...usdc, decimals: undefined }],
  ['255 decimals', { ...usdc, decimals: 255 }],
  ['half a decimal', { ...usdc, decimals: 0.5 }],
  ['no name', { ...usdc, name: '' }],
  ['a long symbol', { ...usdc, symbol: 'x'.repeat(65) }],
  ['a picture of no web address', { ...usdc, logoUri: 'javascript:alert(1)' }],
  ['a picture in the open', { ...usdc, logoUri: 'http://pictures.example/usdc.svg' }],
  ['a field that has no meaning', { ...usdc, logoURI: 'https://pictures.example/usdc.svg' }],
  ['the same address a second time', { ...usdc, address: usdc.address.toLowerCase() }],
  ['nothing', null],
])('a row with %s is refused by its number', (_, row) => {
  expect(() => read([usdc, row])).toThrow(/^Row 1 of the token list .*tokens\.json/)
})

test('a file that is none is refused by its name', () => {
  for (const content of ['[', '{}', 'null']) expect(() => read(content)).toThrow('tokens.json')
  expect(() => readTokenListFile('/nowhere/tokens.json')).toThrow('/nowhere/tokens.json')
})
