import { expect, test } from 'vitest'
import { approvalTitleOf } from './approvalTitle.ts'

const to = `0x${'ab'.repeat(20)}`
const hex = (text: string): string => `0x${[...text].map((each) => each.charCodeAt(0).toString(16)).join('')}`

test.each([
  ['eth_sendTransaction', [{ to, value: '0x1' }], 'send'],
  ['eth_sendTransaction', [{ to, data: `0xa9059cbb${'0'.repeat(128)}` }], 'send'],
  ['eth_sendTransaction', [{ to, data: `0x095ea7b3${'0'.repeat(128)}` }], 'allow'],
  ['eth_sendTransaction', [{ to, input: `0xa22cb465${'0'.repeat(128)}` }], 'allow'],
  ['eth_sendTransaction', [{ to, data: '0x12345678' }], 'transaction'],
  ['eth_sendTransaction', [{ data: '0x60' }], 'transaction'],
  ['eth_sendTransaction', [null], 'transaction'],
  ['eth_sendTransaction', 'junk', 'transaction'],
  ['personal_sign', [hex('Hello'), to], 'message'],
  ['personal_sign', [hex('app.example wants you to sign in with your Ethereum account:'), to], 'signIn'],
  ['eth_signTypedData_v4', [to, '{"primaryType":"Permit"}'], 'allow'],
  ['eth_signTypedData_v4', [to, { primaryType: 'PermitSingle' }], 'allow'],
  ['eth_signTypedData_v4', [to, '{"primaryType":"Order"}'], 'data'],
  ['wallet_sendCalls', [{ calls: [] }], 'actions'],
  ['wallet_grantPermissions', [{}], 'permission'],
  ['solana_signAndSendTransaction', { transaction: 'a' }, 'transaction'],
  ['solana_signMessage', undefined, 'message'],
] as const)('%s %j is titled %s', (method, params, title) => {
  expect(approvalTitleOf(method, params)).toBe(title)
})
