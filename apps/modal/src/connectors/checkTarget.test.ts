import { expect, test } from 'vitest'
import { checkTarget } from './checkTarget.ts'

const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const session = { namespace: 'eip155', accounts: [{ address: own }], network: 'eip155:10' } as const
const outcome = (method: string, params: unknown) => {
  try {
    checkTarget({ method, params } as never, session)
    return 'passes'
  } catch (thrown) {
    return (thrown as Error).name
  }
}

test.each([
  ['a transaction of its own', 'eth_sendTransaction', [{ from: own.toLowerCase(), chainId: '0xa' }], 'passes'],
  ['a transaction that names nothing', 'eth_sendTransaction', [{}], 'passes'],
  ['a transaction of another account', 'eth_sendTransaction', [{ from: other }], 'UNAUTHORIZED'],
  ['… to be signed alone', 'eth_signTransaction', [{ from: other }], 'UNAUTHORIZED'],
  ['a transaction for another network', 'eth_sendTransaction', [{ from: own, chainId: '0x1' }], 'CHAIN_ID_MISMATCH'],
  ['… as a number', 'wallet_sendTransaction', [{ from: own, chainId: 1 }], 'CHAIN_ID_MISMATCH'],
  ['calls of another account', 'wallet_sendCalls', [{ from: other, chainId: '0xa' }], 'UNAUTHORIZED'],
  ['calls for another network, which the wallet may go to', 'wallet_sendCalls', [{ chainId: '0x1' }], 'passes'],
  ['a text', 'personal_sign', ['0x6869', own], 'passes'],
  ['a text of another account', 'personal_sign', ['0x6869', other], 'UNAUTHORIZED'],
  ['… in the other order', 'personal_sign', [other, '0x6869'], 'UNAUTHORIZED'],
  ['a text that is an address', 'personal_sign', [other, own], 'passes'],
  ['typed data', 'eth_signTypedData_v4', [own, '{}'], 'passes'],
  ['typed data of another account', 'eth_signTypedData_v4', [other, '{}'], 'UNAUTHORIZED'],
  ['old typed data of another account', 'eth_signTypedData', [[], other], 'UNAUTHORIZED'],
  ['a method of the wallet’s own', 'wallet_watchAsset', [{ from: other, chainId: '0x1' }], 'passes'],
  ['no parameters', 'eth_sendTransaction', undefined, 'passes'],
  ['parameters that are none', 'eth_sendTransaction', { from: other }, 'passes'],
])('%s', (_, method, params, expected) => {
  expect(outcome(method, params)).toBe(expected)
})
