import { expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { formatCaip19, parseCaip19 } from './caip19.ts'

test.each([
  ['eip155:1/slip44:60', { assetNamespace: 'slip44', assetReference: '60' }],
  [
    'eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f',
    { assetNamespace: 'erc20', assetReference: '0x6b175474e89094c44da98b954eedeac495271d0f' },
  ],
  [
    'eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769',
    { assetNamespace: 'erc721', assetReference: '0x06012c8cf97BEaD5deAe237070F9587f8E7A266d', tokenId: '771769' },
  ],
])('%s is an asset', (text, parts) => {
  const asset = parseCaip19(text)
  expect(asset).toEqual({ namespace: 'eip155', reference: '1', caipNetworkId: 'eip155:1', ...parts })
  expect(formatCaip19(asset)).toBe(text)
})

test.each([
  ['', 'INVALID_PARAMS'],
  ['eip155:1', 'INVALID_PARAMS'],
  ['eip155:1/erc20', 'INVALID_PARAMS'],
  ['eip155:1/erc20:', 'INVALID_PARAMS'],
  ['eip155:1/ERC20:0x1', 'INVALID_PARAMS'],
  ['eip155:1/erc721:0x1/', 'INVALID_PARAMS'],
  ['eip155:1/erc721:0x1/2/3', 'INVALID_PARAMS'],
  ['eip155:1/erc20:0x1\n', 'INVALID_PARAMS'],
  ['eip155:0/slip44:60', 'CHAIN_ID_INVALID'],
  ['nowhere:1/slip44:60', 'CHAIN_ID_INVALID'],
  [null, 'INVALID_PARAMS'],
])('%j is refused with %s', (input, name) => {
  expect(thrown(() => parseCaip19(input))).toBe(name)
})
