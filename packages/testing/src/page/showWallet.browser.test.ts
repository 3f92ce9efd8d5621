import { ed25519 } from '@noble/curves/ed25519.js'
import { request } from '@sats-connect/core'
import { base58 } from '@scure/base'
import { getWallets } from '@wallet-standard/app'
import { createStore } from 'mipd'
import { toHex, verifyMessage } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { createBitcoinWallet } from '../bitcoin/createBitcoinWallet.ts'
import { createEvmWallet } from '../evm/createEvmWallet.ts'
import { createSolanaWallet } from '../solana/createSolanaWallet.ts'
import type { PageWallet } from '../TestWallet.ts'
import type { Face } from './faces.ts'
import { showWallet } from './showWallet.ts'

/** Verified with the libraries that dapps use to find wallets. */

const show = <wallet extends PageWallet<Face>>(wallet: wallet): wallet => {
  onTestFinished(showWallet(wallet))
  return wallet
}
const chains = [{ id: 31337, rpcUrl: 'http://127.0.0.1:9' }] as const

test('an EVM wallet is found by EIP-6963, also by those who come later, signs, and tells of changes', async () => {
  const early = createStore()
  const wallet = show(createEvmWallet({ name: 'Fox', rdns: 'org.example.fox', chains, accounts: 2 }))
  const store = createStore()
  onTestFinished(() => {
    early.destroy()
    store.destroy()
  })
  expect(early.getProviders()).toHaveLength(1)
  const [found] = store.getProviders()
  expect(found?.info).toMatchObject({ name: 'Fox', rdns: 'org.example.fox' })
  const provider = found?.provider

  const [address = '0x'] = (await provider?.request({ method: 'eth_requestAccounts' })) ?? []
  const signature = await provider?.request({ method: 'personal_sign', params: [toHex('Hello'), address] })
  expect(await verifyMessage({ address, message: 'Hello', signature: signature ?? '0x' })).toBe(true)

  const told: unknown[] = []
  const listener = (accounts: unknown): unknown => told.push(accounts)
  provider?.on('accountsChanged', listener)
  wallet.switchAccount(1)
  provider?.removeListener('accountsChanged', listener)
  wallet.switchAccount(0)
  expect(told).toEqual([[wallet.addresses[1], wallet.addresses[0]]])
})

test('what an EVM wallet throws arrives as it was: an error with its code, or no error at all', async () => {
  const wallet = show(createEvmWallet({ chains, found: 'injected' }))
  const { ethereum } = globalThis as unknown as { ethereum: { request(args: { method: string }): Promise<unknown> } }
  const connect = () => ethereum.request({ method: 'eth_requestAccounts' })
  wallet.script('reject')
  const error = await connect().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ code: 4001 })
  wallet.script('throwNonError')
  expect(await connect().catch((thrown: unknown) => [thrown])).toEqual(['No'])
  expect(await connect().catch((thrown: unknown) => [thrown])).toEqual([undefined])
})

test('a Solana wallet is found by the Wallet Standard, connects silently once it has connected, and signs', async () => {
  const wallet = createSolanaWallet({ name: 'Ghost', accounts: 2 })
  const hide = showWallet(wallet)
  const registry = getWallets()
  const found = registry.get().find(({ name }) => name === 'Ghost')
  type Account = { address: string; publicKey: Uint8Array }
  const features = found?.features as unknown as {
    'standard:connect': { connect(input?: { silent?: boolean }): Promise<{ accounts: Account[] }> }
    'standard:events': { on(name: 'change', listener: (changed: { accounts: Account[] }) => void): () => void }
    'solana:signMessage': {
      signMessage(input: { account: Account; message: Uint8Array }): Promise<[{ signature: Uint8Array }]>
    }
  }
  const { connect } = features['standard:connect']
  expect((await connect({ silent: true })).accounts).toEqual([])
  const [account] = (await connect()).accounts
  expect((await connect({ silent: true })).accounts).toEqual([account])
  if (account === undefined) throw new Error('There is no account')
  expect(account.address).toBe(base58.encode(account.publicKey))

  const message = Uint8Array.of(1, 2, 3)
  const [{ signature }] = await features['solana:signMessage'].signMessage({ account, message })
  expect(ed25519.verify(signature, message, account.publicKey)).toBe(true)

  const told: string[][] = []
  features['standard:events'].on('change', ({ accounts }) => told.push(accounts.map(({ address }) => address)))
  wallet.switchAccount(1)
  wallet.disconnect()
  expect(told).toEqual([[wallet.addresses[1]], []])
  hide()
  expect(registry.get().some(({ name }) => name === 'Ghost')).toBe(false)
})

test('a Bitcoin wallet is found in btc_providers, and answers and refuses as sats-connect has it', async () => {
  const wallet = show(createBitcoinWallet({ name: 'Ark' }))
  const { btc_providers: listed = [] } = globalThis as { btc_providers?: { id: string; name: string }[] }
  const id = listed.find(({ name }) => name === 'Ark')?.id ?? ''
  const connected = await request('wallet_connect', null, id)
  expect(connected).toMatchObject({
    status: 'success',
    result: { addresses: [{ purpose: 'payment', address: wallet.addresses[0] }, { purpose: 'ordinals' }] },
  })
  const asked = { address: wallet.addresses[0] ?? '', message: 'Hello' }
  expect(await request('signMessage', asked, id)).toMatchObject({ status: 'success', result: { protocol: 'ECDSA' } })
  wallet.script('reject')
  expect(await request('signMessage', asked, id)).toMatchObject({ status: 'error', error: { code: -32000 } })
})

test('a Bitcoin wallet of the Wallet Standard gives addresses by purpose', async () => {
  show(createBitcoinWallet({ name: 'Ark', found: 'standard' }))
  const found = getWallets()
    .get()
    .find(({ name }) => name === 'Ark')
  const features = found?.features as unknown as {
    'bitcoin:connect': { connect(input: { purposes: string[] }): Promise<{ accounts: { address: string }[] }> }
  }
  const { accounts } = await features['bitcoin:connect'].connect({ purposes: ['ordinals'] })
  expect(accounts.map(({ address }) => address.slice(0, 4))).toEqual(['bc1p'])
})
