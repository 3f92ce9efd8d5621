import { expect, test } from 'vitest'
import { readEvent } from './readEvent.ts'
import { ada, eve, sol, solana } from './wallet.fixture.ts'

test.each<[string, string, unknown, object | null]>([
  ['eip155:1', 'chainChanged', '0x89', { type: 'network', network: 'eip155:137' }],
  ['eip155:1', 'chainChanged', 137, { type: 'network', network: 'eip155:137' }],
  ['eip155:1', 'chainChanged', '137', { type: 'network', network: 'eip155:137' }],
  ['eip155:1', 'chainChanged', 'eip155:137', { type: 'network', network: 'eip155:137' }],
  ['eip155:137', 'chainChanged', null, { type: 'network', network: 'eip155:137' }],
  ['eip155:137', 'chainChanged', -1, { type: 'network', network: 'eip155:137' }],
  ['eip155:137', 'chainChanged', {}, { type: 'network', network: 'eip155:137' }],
  [solana, 'chainChanged', 137, { type: 'network', network: solana }],
  ['stacks:1', 'stx_chainChanged', 'stacks:2147483648', { type: 'network', network: 'stacks:2147483648' }],
  ['tezos:1', 'chainChanged', 1, null],
  ['eip155', 'chainChanged', 1, null],
  ['eip155:1', 'accountsChanged', [ada.toLowerCase()], { type: 'accounts', namespace: 'eip155', addresses: [ada] }],
  ['eip155:1', 'accountsChanged', [`eip155:1:${eve}`], { type: 'accounts', namespace: 'eip155', addresses: [eve] }],
  ['eip155:1', 'accountsChanged', [], { type: 'accounts', namespace: 'eip155', addresses: [] }],
  [solana, 'accountsChanged', [sol], { type: 'accounts', namespace: 'solana', addresses: [sol] }],
  ['eip155:1', 'accountsChanged', ['0x12'], null],
  ['eip155:1', 'accountsChanged', [`eip155:1:${ada}:1`], null],
  ['eip155:1', 'accountsChanged', [null], null],
  ['eip155:1', 'accountsChanged', 'x', null],
  ['eip155:1', 'message', 'x', null],
])('on %s, %s with %j says %j', (chainId, name, data, event) => {
  expect(readEvent(chainId, { name, data })).toEqual(event)
})
