import { startRelay } from '@latchkey/relay'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { SignClient } from '@walletconnect/sign-client'
import { type Hex, toHex, verifyMessage } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { createBitcoinWallet } from '../bitcoin/createBitcoinWallet.ts'
import { createEvmWallet } from '../evm/createEvmWallet.ts'
import { createSolanaWallet } from '../solana/createSolanaWallet.ts'
import { createWalletConnectWallet, type WalletConnectWalletOptions } from './createWalletConnectWallet.ts'

const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoinChain = 'bip122:000000000019d6689c085ae165831e93'
const events = ['accountsChanged', 'chainChanged']

/** A dapp and a wallet on one relay. */
const open = async (options: Partial<WalletConnectWalletOptions>) => {
  const relay = await startRelay({ port: 0 })
  onTestFinished(relay.close)
  const relayUrl = `ws://127.0.0.1:${relay.port}`
  const wallet = await createWalletConnectWallet({ relayUrl, ...options })
  onTestFinished(() => wallet.close())
  const dapp = await SignClient.init({
    projectId: 'demo',
    relayUrl,
    customStoragePrefix: `dapp-${crypto.randomUUID()}`,
    logger: 'silent',
    telemetryEnabled: false,
    metadata: { name: 'Dapp', description: '', url: 'https://dapp.example', icons: [] },
  })
  onTestFinished(async () => {
    dapp.core.heartbeat.stop()
    await dapp.core.relayer.transportClose()
  })
  const connect = async () => {
    const optionalNamespaces = {
      eip155: { chains: ['eip155:31337', 'eip155:10'], methods: ['personal_sign'], events },
      solana: { chains: [solanaChain], methods: ['solana_signMessage'], events },
      bip122: { chains: [bitcoinChain], methods: ['getAccountAddresses', 'signMessage'], events },
    }
    const { uri = '', approval } = await dapp.connect({ optionalNamespaces })
    const answer = approval()
    await wallet.pair(uri)
    return answer
  }
  return { wallet, dapp, connect }
}
const evmWallet = () =>
  createEvmWallet({
    chains: [
      { id: 31337, rpcUrl: 'http://127.0.0.1:9' },
      { id: 1337, rpcUrl: 'http://127.0.0.1:9' },
    ],
    accounts: 2,
  })

test('grants what it has of what is asked, and signs in each namespace', async () => {
  const [evm, solana, bitcoin] = [evmWallet(), createSolanaWallet(), createBitcoinWallet()]
  const { dapp, connect } = await open({ evm, solana, bitcoin })
  const { topic, namespaces } = await connect()
  expect(namespaces.eip155?.accounts).toEqual(evm.addresses.map((address) => `eip155:31337:${address}`))
  const ask = <answer>(chainId: string, method: string, params: unknown): Promise<answer> =>
    dapp.request({ topic, chainId, request: { method, params } })

  const [address = '0x'] = evm.addresses
  const signature = await ask<Hex>('eip155:31337', 'personal_sign', [toHex('Hello'), address])
  expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)

  const message = Uint8Array.of(1, 2, 3)
  const pubkey = solana.addresses[0] ?? ''
  const signed = await ask<{ signature: string }>(solanaChain, 'solana_signMessage', {
    pubkey,
    message: base58.encode(message),
  })
  expect(ed25519.verify(base58.decode(signed.signature), message, base58.decode(pubkey))).toBe(true)

  const found = await ask<{ address: string; intention: string }[]>(bitcoinChain, 'getAccountAddresses', {})
  expect(found.map(({ intention }) => intention)).toEqual(['payment', 'ordinal'])
  const account = bitcoin.addresses[0]
  expect(await ask(bitcoinChain, 'signMessage', { account, message: 'Hello' })).toMatchObject({ address: account })
})

test('declines, and answers requests as its script says', async () => {
  const evm = evmWallet()
  const { wallet, dapp, connect } = await open({ evm })
  wallet.script('reject', { times: 1 })
  await expect(connect()).rejects.toMatchObject({ code: 5000 })
  expect(wallet.sessions).toBe(0)
  const { topic } = await connect()
  wallet.script('reject')
  const request = { method: 'personal_sign', params: ['0x00', evm.addresses[0]] }
  await expect(dapp.request({ topic, chainId: 'eip155:31337', request })).rejects.toMatchObject({ code: 5000 })
})

test('tells of another account, of another chain and of the end', async () => {
  const evm = evmWallet()
  const { wallet, dapp, connect } = await open({ evm })
  await connect()
  const told: unknown[] = []
  dapp.on('session_event', ({ params }) => told.push([params.chainId, params.event.name, params.event.data]))
  wallet.switchAccount(1)
  const [first, second] = evm.addresses
  await expect
    .poll(() => told)
    .toEqual([['eip155:31337', 'accountsChanged', [`eip155:31337:${second}`, `eip155:31337:${first}`]]])
  wallet.switchChain(1337)
  await expect.poll(() => told.at(-1)).toEqual(['eip155:1337', 'chainChanged', 1337])
  const ended = new Promise<void>((resolve) => dapp.on('session_delete', () => resolve()))
  await wallet.disconnect()
  await ended
})

test('a wallet may grant what nobody asked for', async () => {
  const { connect } = await open({ solana: createSolanaWallet(), grants: ['solana'] })
  expect(Object.keys((await connect()).namespaces)).toEqual(['solana'])
})
