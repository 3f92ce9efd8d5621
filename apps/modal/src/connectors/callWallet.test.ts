import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { ConnectorType } from './Connector.ts'
import { callWallet } from './callWallet.ts'
import type { RequestArguments } from './Eip1193Provider.ts'
import { toWalletError } from './toWalletError.ts'

const params = [{ to: '0x00000000000000000000000000000000000000A1', value: '0x1' }]
const sending = { method: 'eth_sendTransaction', params }

/** A wallet whose first answer is an error. */
const walletOf = (refusal: unknown, type: ConnectorType = 'announced') => {
  const asked: RequestArguments[] = []
  const connector = {
    type,
    request: async (_: string, args: RequestArguments) => {
      asked.push(args)
      if (asked.length === 1) throw refusal
      return '0xhash'
    },
  }
  return { asked, call: (args: RequestArguments) => callWallet(connector, 'eip155', args) }
}

test.each([-32601, -32004, 4200])(
  'a wallet that doesn’t know the method (%i) is called by its other name',
  async (code) => {
    const { asked, call } = walletOf(toWalletError({ code, message: 'No such method' }))
    expect(await call(sending)).toBe('0xhash')
    expect(asked).toEqual([sending, { method: 'wallet_sendTransaction', params }])
  },
)

test.each<[string, unknown]>([
  ['a rejection', { code: 4001, message: 'User rejected the request' }],
  ['a rejection within an unknown method', { code: -32601, message: 'Failed', cause: { code: 4001 } }],
  ['an answer of its node', { code: -32603, message: 'Something went wrong' }],
  ['a code as part of its words', { code: -32000, message: 'the method was not found (-32601)' }],
])('a transaction is never sent a second time after %s', async (_, refusal) => {
  const error = toWalletError(refusal)
  const { asked, call } = walletOf(error)
  await expect(call(sending)).rejects.toBe(error)
  expect(asked).toEqual([sending])
})

test('a lost wallet is not called again', async () => {
  const { asked, call } = walletOf(new AppError('DISCONNECTED'))
  await expect(call(sending)).rejects.toThrow(AppError)
  expect(asked).toEqual([sending])
})

test('the embedded wallet and other methods have no other name', async () => {
  const unknown = toWalletError({ code: -32601, message: '' })
  const embedded = walletOf(unknown, 'auth')
  await expect(embedded.call(sending)).rejects.toBe(unknown)
  const other = walletOf(unknown)
  await expect(other.call({ method: 'personal_sign', params: ['0x00'] })).rejects.toBe(unknown)
  expect([...embedded.asked, ...other.asked]).toHaveLength(2)
})
