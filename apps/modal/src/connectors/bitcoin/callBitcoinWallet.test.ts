import type { ErrorName } from '@latchkey/protocol'
import { base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { outcome } from '../outcome.fixture.ts'
import { address, ordinal, psbt, setup, stranger } from './wallet.fixture.ts'

test.each<[string, string, object | undefined, ErrorName]>([
  ['an unknown method', 'signTransaction', {}, 'METHOD_NOT_ALLOWED'],
  ['a name of every object', 'constructor', {}, 'METHOD_NOT_ALLOWED'],
  ['a list of parameters', 'signMessage', ['hi'], 'INVALID_PARAMS'],
  ['no message', 'signMessage', undefined, 'INVALID_PARAMS'],
  ['a message that is no text', 'signMessage', { message: 1 }, 'INVALID_PARAMS'],
  ['a message of half a character', 'signMessage', { message: '\ud800' }, 'INVALID_PARAMS'],
  ['a message without end', 'signMessage', { message: 'a'.repeat(70_000) }, 'TOO_LARGE'],
  ['an unknown protocol', 'signMessage', { message: 'hi', protocol: 'schnorr' }, 'INVALID_PARAMS'],
  ['an address that is not connected', 'signMessage', { message: 'hi', address: stranger }, 'UNAUTHORIZED'],
  ['an account that is not connected', 'signMessage', { message: 'hi', account: stranger }, 'UNAUTHORIZED'],
  ['no PSBT', 'signPsbt', {}, 'INVALID_PARAMS'],
  ['a PSBT that is not base64', 'signPsbt', { psbt: '!' }, 'INVALID_PARAMS'],
  ['a PSBT that is none', 'signPsbt', { psbt: base64.encode(new Uint8Array(40)) }, 'INVALID_PARAMS'],
  ['a PSBT in hexadecimal', 'signPsbt', { psbt: '70736274ff00' }, 'INVALID_PARAMS'],
  ['a PSBT without end', 'signPsbt', { psbt: 'A'.repeat(1_500_000) }, 'TOO_LARGE'],
  ['inputs of a stranger', 'signPsbt', { psbt, signInputs: [{ address: stranger, index: 0 }] }, 'UNAUTHORIZED'],
  ['inputs that are no list', 'signPsbt', { psbt, signInputs: { [address]: [0] } }, 'INVALID_PARAMS'],
  ['an input before the first', 'signPsbt', { psbt, signInputs: [{ address, index: -1 }] }, 'INVALID_PARAMS'],
  [
    'a type of signature that is none',
    'signPsbt',
    { psbt, signInputs: [{ address, index: 0, sighashTypes: [256] }] },
    'INVALID_PARAMS',
  ],
  ['a broadcast that is no yes or no', 'signPsbt', { psbt, broadcast: 'yes' }, 'INVALID_PARAMS'],
  ['a transfer to nobody', 'sendTransfer', { amount: '1' }, 'ADDRESS_INVALID'],
  [
    'a transfer to another network',
    'sendTransfer',
    { recipientAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', amount: '1' },
    'ADDRESS_INVALID',
  ],
  ['a transfer of nothing', 'sendTransfer', { recipientAddress: stranger, amount: '0' }, 'AMOUNT_INVALID'],
  ['a transfer of less', 'sendTransfer', { recipientAddress: stranger, amount: '-1' }, 'AMOUNT_INVALID'],
  ['a transfer of a part', 'sendTransfer', { recipientAddress: stranger, amount: '0.5' }, 'AMOUNT_INVALID'],
  ['a transfer of a number', 'sendTransfer', { recipientAddress: stranger, amount: 1 }, 'AMOUNT_INVALID'],
  [
    'a transfer of more than there is',
    'sendTransfer',
    { recipientAddress: stranger, amount: '2100000000000001' },
    'AMOUNT_INVALID',
  ],
  [
    'a transfer with a memo, which the wallet cannot',
    'sendTransfer',
    { recipientAddress: stranger, amount: '1', memo: '00' },
    'WALLET_UNAVAILABLE',
  ],
  [
    'a memo that is not hexadecimal',
    'sendTransfer',
    { recipientAddress: stranger, amount: '1', memo: 'hi' },
    'INVALID_PARAMS',
  ],
  [
    'change for a stranger',
    'sendTransfer',
    { recipientAddress: stranger, amount: '1', changeAddress: stranger },
    'UNAUTHORIZED',
  ],
])('%s is refused before the wallet sees it', async (_, method, params, error) => {
  const { connector, seen } = await setup({})
  expect(await outcome(connector.request('bip122', { method, params }))).toBe(error)
  expect(seen).toEqual([])
})

test('what is asked reaches the wallet as sats-connect has it', async () => {
  const signature = base64.encode(new Uint8Array(65))
  const txid = 'AB'.repeat(32)
  const { connector, seen } = await setup({
    signMessage: { signature, messageHash: '', address, protocol: 'ECDSA' },
    signPsbt: { psbt, txid },
    sendTransfer: { txid },
  })
  const ask = (method: string, params: object) => connector.request('bip122', { method, params })
  expect(await ask('signMessage', { message: 'hi', protocol: 'ecdsa' })).toEqual({ address, signature })
  const signInputs = [
    { address, index: 0, sighashTypes: [1] },
    { address: ordinal.address, index: 1 },
    { address, index: 2 },
  ]
  expect(await ask('signPsbt', { psbt, signInputs })).toEqual({ psbt })
  expect(await ask('signPsbt', { psbt, broadcast: true })).toEqual({ psbt, txid: txid.toLowerCase() })
  expect(await ask('sendTransfer', { recipientAddress: stranger, amount: '1000' })).toEqual({
    txid: txid.toLowerCase(),
  })
  expect(seen).toEqual([
    ['signMessage', { address, message: 'hi', protocol: 'ECDSA' }],
    ['signPsbt', { psbt, signInputs: { [address]: [0, 2], [ordinal.address]: [1] }, broadcast: false }],
    ['signPsbt', { psbt, broadcast: true }],
    ['sendTransfer', { recipients: [{ address: stranger, amount: 1000 }] }],
  ])
})

test.each<[string, string, object, unknown]>([
  ['no signature', 'signMessage', { message: 'hi' }, {}],
  ['an empty signature', 'signMessage', { message: 'hi' }, { signature: '' }],
  ['a signature that is not base64', 'signMessage', { message: 'hi' }, { signature: '!' }],
  [
    'an ECDSA signature of 64 bytes',
    'signMessage',
    { message: 'hi' },
    { signature: base64.encode(new Uint8Array(64)), protocol: 'ECDSA' },
  ],
  [
    'a signature by another protocol',
    'signMessage',
    { message: 'hi', protocol: 'bip322' },
    { signature: base64.encode(new Uint8Array(65)), protocol: 'ECDSA' },
  ],
  ['a PSBT that is none', 'signPsbt', { psbt }, { psbt: base64.encode(new Uint8Array(9)) }],
  ['no PSBT', 'signPsbt', { psbt }, {}],
  ['no transaction id', 'signPsbt', { psbt, broadcast: true }, { psbt }],
  ['a transaction id that is none', 'sendTransfer', { recipientAddress: stranger, amount: '1' }, { txid: '0x00' }],
  ['nothing', 'sendTransfer', { recipientAddress: stranger, amount: '1' }, null],
])('%s is not believed', async (_, method, params, answer) => {
  const { connector } = await setup({ [method]: () => answer })
  expect(await outcome(connector.request('bip122', { method, params }))).toBe('WALLET_INVALID_RESPONSE')
})
