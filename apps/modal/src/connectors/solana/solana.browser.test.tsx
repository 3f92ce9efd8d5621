/** Solana wallets in a page, found and called as real ones, with real signatures. */
import { solana, solanaDevnet, solanaTestnet } from '@latchkey/chains'
import { createSolanaWallet } from '@latchkey/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect, test } from 'vitest'
import { createCell } from '../../hub.ts'
import { maxAccounts } from '../../maxAccounts.ts'
import { createSolanaProvider } from '../../provider/solana/createSolanaProvider.ts'
import type { Connector } from '../Connector.ts'
import { type Answer, type ContractWallet, describeConnector } from '../connectorContract.fixture.ts'
import { showPageWallet } from '../pageWallet.fixture.ts'
import { standardRegister } from '../standard/watchStandardWallets.ts'
import { solanaSource } from './solanaSource.ts'

const find = (name: string): Connector => {
  const found: Connector[] = []
  solanaSource((connector) => found.push(connector))()
  const connector = found.find((one) => one.name === name)
  if (connector === undefined) throw new Error(`${name} is not found`)
  return connector
}

/** The number of listeners that the page has on a wallet. */
const countListeners = (name: string) => {
  let count = 0
  const wallet = standardRegister()
    .get()
    .find((one) => (one as { name: string }).name === name) as {
    features: Record<string, { on: (event: string, listener: () => void) => () => void }>
  }
  const events = wallet.features['standard:events']
  if (events === undefined) throw new Error('no events')
  const { on } = events
  events.on = (event, listener) => {
    count += 1
    const off = on(event, listener)
    return () => {
      count -= 1
      off()
    }
  }
  return () => count
}

const stranger = Keypair.fromSeed(new Uint8Array(32).fill(9)).publicKey.toBase58()
const connects = ['connect', 'accounts']

const makeWallet = (): ContractWallet => {
  const seed = new Uint8Array(32).fill(1)
  const seeds = [seed, new Uint8Array(32).fill(2)]
  const [first = '', second = ''] = seeds.map((seed) => Keypair.fromSeed(seed).publicKey.toBase58())
  const wallet = createSolanaWallet({ name: 'Contract Sol', accounts: seeds, rpcUrl: 'http://127.0.0.1:9' })
  const shown = showPageWallet(wallet, {
    connects,
    asks: ['connect', 'signMessage', 'signTransaction', 'signAndSendTransaction'],
    tell: (lie: Answer, honest) =>
      lie === 'noAccount'
        ? []
        : lie === 'wrongType'
          ? 'accounts'
          : lie === 'badAddress'
            ? (honest as object[]).map((account) => ({ ...account, address: stranger }))
            : lie === 'tooManyAccounts'
              ? Array(maxAccounts + 1).fill((honest as object[])[0])
              : honest,
  })
  const listeners = countListeners(wallet.name)
  const message = new TextEncoder().encode('contract')
  return {
    ...shown,
    connector: find(wallet.name),
    namespace: 'solana',
    accounts: [{ address: first }],
    otherAccounts: [{ address: second }],
    network: solana.caipNetworkId,
    otherNetwork: solanaDevnet.caipNetworkId,
    newNetwork: solanaTestnet.caipNetworkId,
    call: {
      args: { method: 'solana_signMessage', params: { message: base58.encode(message), pubkey: first } },
      // Ed25519 signatures are the same every time.
      result: { signature: base58.encode(ed25519.sign(message, seed)) },
    },
    reload: async () => find(wallet.name),
    useOtherAccount: () => wallet.switchAccount(1),
    end: () => wallet.disconnect(),
    moveTo: () => wallet.switchChain('solana:devnet'),
    pretendToMove: () => undefined,
    networkOf: () => solana.caipNetworkId,
    listeners,
  }
}

const isNowhere = 'a Solana wallet is on no network: each call names one'
describeConnector('A Solana wallet', makeWallet, {
  cannot: { switchNetwork: isNowhere, addNetwork: isNowhere, refuseNetwork: isNowhere, badNetwork: isNowhere },
})

const connected = async () => {
  const wallet = makeWallet()
  const { connector, accounts, network } = wallet
  await connector.connect({ namespace: 'solana', network, networks: [network], signal: new AbortController().signal })
  const account = createCell({
    address: accounts[0].address as string | null,
    addresses: [accounts[0].address] as string[],
  })
  const provider = createSolanaProvider({
    request: (args) => connector.request('solana', args),
    account,
    connect: async () => [],
    disconnect: () => connector.disconnect(),
  })
  return { wallet, provider, account, key: new PublicKey(accounts[0].address) }
}

const verify = async (key: PublicKey, signature: Uint8Array, message: Uint8Array): Promise<boolean> => {
  const publicKey = await crypto.subtle.importKey('raw', Uint8Array.from(key.toBytes()), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', publicKey, Uint8Array.from(signature), Uint8Array.from(message))
}

const recentBlockhash = stranger
const transfer = (from: PublicKey) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(stranger), lamports: 1 })
const legacy = (payer: PublicKey) => new Transaction({ feePayer: payer, recentBlockhash }).add(transfer(payer))
const versioned = (payer: PublicKey) =>
  new VersionedTransaction(
    new TransactionMessage({ payerKey: payer, recentBlockhash, instructions: [transfer(payer)] }).compileToV0Message(),
  )

test('a message is signed by the key of the account, as WebCrypto verifies', async () => {
  const { wallet, provider, key } = await connected()
  await using _ = wallet
  const message = new TextEncoder().encode('Hello, wörld')
  const signature = await provider.signMessage(message)
  expect(signature).toHaveLength(64)
  expect(await verify(key, signature, message)).toBe(true)
  expect(await verify(key, signature, new TextEncoder().encode('Hello'))).toBe(false)
})

test('a message that is too long, or a transaction in disguise, is not signed', async () => {
  const { wallet, provider, key } = await connected()
  await using _ = wallet
  await expect(provider.signMessage(new Uint8Array(2049))).rejects.toMatchObject({ data: { name: 'TOO_LARGE' } })
  expect(await provider.signMessage(new Uint8Array(2048).fill(255))).toHaveLength(64)
  const message = versioned(key).message.serialize()
  await expect(provider.signMessage(message)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
})

test('a legacy transaction comes back as one, signed, as web3.js verifies', async () => {
  const { wallet, provider, key } = await connected()
  await using _ = wallet
  const signed = await provider.signTransaction(legacy(key))
  expect(signed).toBeInstanceOf(Transaction)
  expect(signed.verifySignatures()).toBe(true)
  expect(signed.feePayer?.equals(key)).toBe(true)
})

test('a versioned transaction comes back as one, signed, as WebCrypto verifies', async () => {
  const { wallet, provider, key } = await connected()
  await using _ = wallet
  const signed = await provider.signTransaction(versioned(key))
  expect(signed).toBeInstanceOf(VersionedTransaction)
  expect(await verify(key, signed.signatures[0] ?? new Uint8Array(), signed.message.serialize())).toBe(true)
})

test('several transactions of both kinds come back in order, signed', async () => {
  const { wallet, provider, key } = await connected()
  await using _ = wallet
  const [first, second, third] = await provider.signAllTransactions<Transaction | VersionedTransaction>([
    legacy(key),
    versioned(key),
    legacy(key),
  ])
  expect([first, third].map((one) => one instanceof Transaction && one.verifySignatures())).toEqual([true, true])
  expect(second).toBeInstanceOf(VersionedTransaction)
  expect(await provider.signAllTransactions([])).toEqual([])
})

test('a transaction of two signers keeps the signature that it has', async () => {
  const { wallet, provider, key } = await connected()
  await using _ = wallet
  const other = Keypair.generate()
  const transaction = legacy(key).add(transfer(other.publicKey))
  transaction.partialSign(other)
  expect((await provider.signTransaction(transaction)).verifySignatures()).toBe(true)
})

test('bytes go in and come out', async () => {
  const { wallet, provider, key } = await connected()
  await using _ = wallet
  const signed = await provider.signTransaction(versioned(key).serialize())
  expect(signed).toBeInstanceOf(Uint8Array)
  const { message, signatures } = VersionedTransaction.deserialize(signed)
  expect(await verify(key, signatures[0] ?? new Uint8Array(), message.serialize())).toBe(true)
})

test('a transaction is sent over the connection of the dapp, with what it lacked', async () => {
  const { wallet, provider, key } = await connected()
  await using _ = wallet
  const other = Keypair.generate()
  const sent: [Uint8Array, unknown][] = []
  const connection = {
    getLatestBlockhash: async () => ({ blockhash: recentBlockhash }),
    sendRawTransaction: async (transaction: Uint8Array, options: unknown) => {
      sent.push([transaction, options])
      return 'signature'
    },
  }
  const transaction = new Transaction().add(transfer(key), transfer(other.publicKey))
  const options = { signers: [other], maxRetries: 2 }
  expect(await provider.sendTransaction(transaction, connection, options)).toBe('signature')
  const [[bytes, passed] = [new Uint8Array(), null]] = sent
  expect(Transaction.from(bytes).verifySignatures()).toBe(true)
  expect(passed).toEqual({ maxRetries: 2 })
})

test('the provider says who is connected, and tells of changes for as long as somebody listens', async () => {
  const { wallet, provider, account, key } = await connected()
  await using _ = wallet
  const address = key.toBase58()
  expect(provider.connected).toBe(true)
  expect(provider.publicKey?.toBase58()).toBe(address)
  expect(provider.publicKey?.toBytes()).toEqual(new Uint8Array(key.toBytes()))
  expect(provider.publicKey?.equals(key)).toBe(true)
  expect(JSON.stringify(provider.publicKey)).toBe(`"${address}"`)
  expect((await provider.connect()).publicKey.toString()).toBe(address)

  const heard: unknown[] = []
  const hearKey = (value: { toBase58(): string }): unknown => heard.push(['connect', value.toBase58()])
  const hearEnd = (): unknown => heard.push(['disconnect'])
  const hearAccounts = (addresses: readonly string[]): unknown => heard.push(['accountsChanged', ...addresses])
  provider.on('connect', hearKey)
  provider.on('disconnect', hearEnd)
  provider.on('accountsChanged', hearAccounts)
  account.set({ address: null, addresses: [] })
  account.set({ address, addresses: [address] })
  account.set({ address: stranger, addresses: [stranger, address] })
  provider.off('connect', hearKey)
  provider.off('disconnect', hearEnd)
  provider.off('accountsChanged', hearAccounts)
  account.set({ address: null, addresses: [] })
  expect(heard).toEqual([
    ['accountsChanged'],
    ['disconnect'],
    ['connect', address],
    ['accountsChanged', address],
    ['accountsChanged', stranger, address],
  ])
  expect(provider.publicKey).toBeNull()
  expect(provider.connected).toBe(false)
})

test('without an account nothing is signed: 4900', async () => {
  const { wallet, provider, account } = await connected()
  await using _ = wallet
  account.set({ address: null, addresses: [] })
  await expect(provider.signMessage(new Uint8Array(1))).rejects.toMatchObject({ code: 4900 })
  await expect(provider.connect()).rejects.toMatchObject({ code: 4900 })
})

test('an object that cannot be read back is not signed for', async () => {
  const { wallet, provider, key } = await connected()
  await using _ = wallet
  const bytes = versioned(key).serialize()
  await expect(provider.signTransaction({ serialize: () => bytes })).rejects.toMatchObject({ code: -32602 })
})
