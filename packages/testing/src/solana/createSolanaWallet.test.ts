import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { expect, test } from 'vitest'
import { createSolanaWallet } from './createSolanaWallet.ts'
import { signTransaction } from './signTransaction.ts'

const origin = 'https://dapp.example'

test('signs messages with the key of the account', async () => {
  const wallet = createSolanaWallet()
  const [address = ''] = wallet.addresses
  await wallet.call(origin, 'connect', null)
  const reply = await wallet.call(origin, 'signMessage', [{ address, bytes: bytesToHex(Uint8Array.of(1, 2, 3)) }])
  const [signature] = (reply as { value: [Hex] }).value
  expect(ed25519.verify(hexToBytes(signature), Uint8Array.of(1, 2, 3), base58.decode(address))).toBe(true)
})

const secret = new Uint8Array(32).fill(7)
const signer = { publicKey: ed25519.getPublicKey(secret), sign: (message: Uint8Array) => ed25519.sign(message, secret) }
const payer = new Uint8Array(32).fill(9)

test.each([
  ['legacy', []],
  ['version 0', [0x80]],
])('puts the signature of a %s transaction where its account stands', (_, version) => {
  const message = Uint8Array.from([...version, 2, 0, 1, 3, ...payer, ...signer.publicKey, ...new Uint8Array(32), 1, 2])
  const unsigned = Uint8Array.from([2, ...new Uint8Array(128).fill(5), ...message])
  const signed = signTransaction(unsigned, signer)
  expect(signed.slice(0, 65)).toEqual(unsigned.slice(0, 65))
  expect(signed.slice(129)).toEqual(message)
  expect(ed25519.verify(signed.slice(65, 129), message, signer.publicKey)).toBe(true)
})

test.each([
  ['that another signs', [1, ...new Uint8Array(64), 1, 0, 1, 2, ...payer, ...signer.publicKey]],
  ['that ends too early', [1, ...new Uint8Array(64), 1, 0, 1, 2, ...signer.publicKey.slice(0, 20)]],
  ['that is empty', []],
])('refuses a transaction %s', (_, bytes) => {
  expect(() => signTransaction(Uint8Array.from(bytes), signer)).toThrow(expect.objectContaining({ code: -32602 }))
})

test('gives a site that connected the account in use without asking again, until it is locked or disconnected', async () => {
  const wallet = createSolanaWallet({ accounts: 2 })
  const known = async () =>
    ((await wallet.call(origin, 'accounts', null)) as { value: { address: string }[] }).value.map(
      ({ address }) => address,
    )
  expect(await known()).toEqual([])
  await wallet.call(origin, 'connect', null)
  wallet.switchAccount(1)
  expect(await known()).toEqual([wallet.addresses[1]])
  wallet.script('locked')
  expect(await known()).toEqual([])
  wallet.script('approve')
  expect(await known()).toEqual([wallet.addresses[1]])
  wallet.disconnect()
  expect(await known()).toEqual([])
})
