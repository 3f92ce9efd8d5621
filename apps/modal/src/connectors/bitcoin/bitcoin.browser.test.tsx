/** Bitcoin wallets in a page, found by sats-connect and by the Wallet Standard, with real signatures. */
import { bitcoinRegtest, bitcoinSignet, bitcoinTestnet, type CaipNetworkId } from '@latchkey/chains'
import { type BitcoinWalletOptions, createBitcoinWallet, type PageWallet } from '@latchkey/testing'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { OutScript, p2tr, p2wpkh, SigHash, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { expect, test } from 'vitest'
import { createCell } from '../../hub.ts'
import { maxAccounts } from '../../maxAccounts.ts'
import { createBitcoinProvider } from '../../provider/bitcoin/createBitcoinProvider.ts'
import type { Connector, WalletAccount } from '../Connector.ts'
import { type Answer, type ContractWallet, describeConnector } from '../connectorContract.fixture.ts'
import { showPageWallet } from '../pageWallet.fixture.ts'
import { standardRegister } from '../standard/watchStandardWallets.ts'
import { bitcoinSource } from './bitcoinSource.ts'

const findAll = (): Connector[] => {
  const found: Connector[] = []
  bitcoinSource((connector) => found.push(connector))()
  return found
}
const find = (name: string): Connector => {
  const connector = findAll().find((one) => one.name === name)
  if (connector === undefined) throw new Error(`${name} is not found`)
  return connector
}

type Counted = { [method in 'on' | 'addListener']?: (...args: unknown[]) => () => void }
/** The number of listeners that the page has on a wallet. */
const countListeners = (counted: Counted | undefined, method: keyof Counted) => {
  let count = 0
  const add = counted?.[method]
  if (counted === undefined || add === undefined) throw new Error('no events')
  counted[method] = (...args) => {
    count += 1
    const off = add(...args)
    return () => {
      count -= 1
      off()
    }
  }
  return () => count
}

type Row = { address: string; publicKey: string; purpose: string; path: string }
type Found = 'providers' | 'standard'
const seed = new Uint8Array(32).fill(3)
const origin = 'https://elsewhere.example'
const options = (found: Found): BitcoinWalletOptions => ({
  name: 'Contract BTC',
  seed,
  accounts: 2,
  network: 'Testnet',
  found,
})

/** The wallet's own state, read without a page. */
const askAside = async (wallet: PageWallet, method: string, params: object) => {
  const reply = await wallet.call(origin, method, params)
  if ('value' in reply) return reply.value
  throw new Error(method)
}
const accountsOf = async (index: number, found: Found) => {
  const wallet = createBitcoinWallet(options(found))
  wallet.switchAccount(index)
  const { addresses } = (await askAside(wallet, 'wallet_connect', {})) as { addresses: Row[] }
  return addresses.map(({ address, publicKey, purpose, path }) => ({
    address,
    type: purpose === 'ordinals' ? 'ordinal' : 'payment',
    publicKey,
    // The Wallet Standard has no place for it.
    ...(found === 'providers' && { path }),
  })) as [WalletAccount, ...WalletAccount[]]
}
const message = 'contract'
const signatureOf = async (found: Found) => {
  const wallet = createBitcoinWallet(options(found))
  await askAside(wallet, 'wallet_connect', {})
  const [address] = wallet.addresses
  const { signature } = (await askAside(wallet, 'signMessage', { address, message })) as { signature: string }
  return { address, signature }
}

const lie = (answer: Answer, honest: unknown): unknown => {
  if (answer === 'wrongType') return 'addresses'
  const isList = Array.isArray(honest)
  const { addresses, ...rest } = (isList ? { addresses: honest } : honest) as { addresses: Row[] }
  const told = (rows: readonly object[], more: object = {}) => (isList ? rows : { addresses: rows, ...rest, ...more })
  if (answer === 'noAccount') return told([])
  // Another user's address, under the wallet's own key.
  if (answer === 'badAddress')
    return told(addresses.map((row) => ({ ...row, address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' })))
  if (answer === 'tooManyAccounts') return told(Array(maxAccounts + 1).fill(addresses[0]))
  if (answer === 'badNetwork') return told(addresses, { network: { bitcoin: { name: 'Moon' } } })
  return honest
}

const makeWallet = (found: Found) => async () => {
  const [accounts, otherAccounts] = await Promise.all([accountsOf(0, found), accountsOf(1, found)])
  const wallet = createBitcoinWallet(options(found))
  const shown = showPageWallet(wallet, {
    connects: ['wallet_connect', 'wallet_getAccount', 'getAddresses', 'getAccounts'],
    asks: [
      ...['wallet_connect', 'getAddresses', 'getAccounts'],
      ...['signMessage', 'signPsbt', 'sendTransfer', 'wallet_changeNetwork'],
    ],
    tell: lie,
  })
  let network: CaipNetworkId = bitcoinTestnet.caipNetworkId
  wallet.listen((_, { name, data }) => {
    const said = (data as { bitcoin?: { name: string } } | null)?.bitcoin?.name
    if (name === 'networkChange' && said === 'Signet') network = bitcoinSignet.caipNetworkId
  })
  const standard = standardRegister()
    .get()
    .find((one) => (one as { name: string }).name === wallet.name) as { features: Record<string, Counted> } | undefined
  const page = globalThis as { LatchkeyTestProviders?: Record<string, Counted> }
  const listeners =
    found === 'standard'
      ? countListeners(standard?.features['standard:events'], 'on')
      : countListeners(page.LatchkeyTestProviders?.ContractBTC, 'addListener')
  return {
    ...shown,
    wallet,
    connector: find(wallet.name),
    namespace: 'bip122',
    accounts,
    otherAccounts,
    network,
    otherNetwork: bitcoinSignet.caipNetworkId,
    newNetwork: bitcoinRegtest.caipNetworkId,
    call: { args: { method: 'signMessage', params: { message } }, result: await signatureOf(found) },
    reload: async () => find(wallet.name),
    useOtherAccount: () => wallet.switchAccount(1),
    end: () => wallet.disconnect(),
    moveTo: () => wallet.switchChain('Signet'),
    pretendToMove: () => wallet.script('wrongChain'),
    networkOf: () => network,
    listeners,
  } satisfies ContractWallet & { wallet: object }
}

const isKnown = 'a Bitcoin wallet knows the networks of Bitcoin and no other'
const isNowhere = 'a wallet of the Wallet Standard is on no network: each call names one'
describeConnector('A Bitcoin wallet of sats-connect', makeWallet('providers'), { cannot: { addNetwork: isKnown } })
const isNotAsked = 'a Bitcoin wallet of the Wallet Standard shows what it has granted without being asked'
describeConnector('A Bitcoin wallet of the Wallet Standard', makeWallet('standard'), {
  cannot: {
    waitToRestore: isNotAsked,
    addNetwork: isKnown,
    changeNetwork: isNowhere,
    switchNetwork: isNowhere,
    refuseNetwork: isNowhere,
    badNetwork: isNowhere,
  },
})

test('a wallet that is found both ways is found once, by what can do more', async () => {
  const shown = showPageWallet(createBitcoinWallet({ ...options('providers'), found: 'both' }), {
    connects: [],
    asks: [],
    tell: (_, honest) => honest,
  })
  await using _ = shown
  expect(findAll().map(({ id, name }) => ({ id, name }))).toEqual([
    { id: 'announced:LatchkeyTestProviders.ContractBTC', name: 'Contract BTC' },
  ])
})

const connected = async (found: Found) => {
  const made = await makeWallet(found)()
  const { connector, accounts, network } = made
  await connector.connect({ namespace: 'bip122', network, networks: [network], signal: new AbortController().signal })
  const [payment, ordinal] = accounts
  if (ordinal?.publicKey === undefined || payment.publicKey === undefined) throw new Error('no keys')
  const account = createCell({
    address: payment.address as string | null,
    addresses: accounts.map(({ address }) => address) as string[],
  })
  const provider = createBitcoinProvider({
    request: (args) => connector.request('bip122', args),
    account,
    connect: async () => [],
    disconnect: () => connector.disconnect(),
  })
  const keys = { payment: hex.decode(payment.publicKey), ordinal: hex.decode(ordinal.publicKey) }
  return { made, provider, account, payment, ordinal, keys }
}

/** A payment and an inscription spent at once. */
const makePsbt = (keys: { payment: Uint8Array; ordinal: Uint8Array }) => {
  const payment = p2wpkh(keys.payment, TEST_NETWORK)
  const ordinal = p2tr(keys.ordinal, undefined, TEST_NETWORK)
  const psbt = new Transaction()
  const amounts = [50_000n, 10_000n]
  psbt.addInput({ txid: 'aa'.repeat(32), index: 0, witnessUtxo: { script: payment.script, amount: 50_000n } })
  psbt.addInput({
    txid: 'bb'.repeat(32),
    index: 1,
    witnessUtxo: { script: ordinal.script, amount: 10_000n },
    tapInternalKey: keys.ordinal,
  })
  psbt.addOutputAddress('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 59_000n, TEST_NETWORK)
  const scripts = [payment.script, ordinal.script]
  const verify = (signed: Transaction): boolean[] => {
    const [[, ecdsa] = []] = signed.getInput(0).partialSig ?? []
    const { tapKeySig } = signed.getInput(1)
    const script = OutScript.encode({ type: 'pkh', hash: payment.hash })
    const digest = signed.preimageWitnessV0(0, script, SigHash.ALL, 50_000n)
    const taproot = signed.preimageWitnessV1(1, scripts, SigHash.DEFAULT, amounts)
    const isEcdsa =
      ecdsa !== undefined &&
      secp256k1.verify(ecdsa.slice(0, -1), digest, keys.payment, { prehash: false, format: 'der' })
    return [isEcdsa, tapKeySig !== undefined && schnorr.verify(tapKeySig, taproot, ordinal.tweakedPubkey)]
  }
  return { psbt: base64.encode(psbt.toPSBT()), verify }
}

for (const found of ['providers', 'standard'] as const) {
  test(`${found}: a PSBT is signed for a payment and a Taproot input, as the curves verify`, async () => {
    const { made, provider, payment, ordinal, keys } = await connected(found)
    await using _ = made
    const { psbt, verify } = makePsbt(keys)
    const signInputs = [
      { address: payment.address, index: 0 },
      { address: ordinal.address, index: 1 },
    ]
    const signed = await provider.signPSBT({ psbt, signInputs })
    expect(signed.txid).toBeNull()
    const transaction = Transaction.fromPSBT(base64.decode(signed.psbt ?? ''))
    expect(verify(transaction)).toEqual([true, true])
    transaction.finalize()

    const sent = await provider.signPSBT({ psbt, signInputs, broadcast: true })
    expect(sent.txid).toBe(transaction.id)
  })

  test(`${found}: a message is signed by ECDSA, so that its key can be recovered`, async () => {
    const { made, provider, keys } = await connected(found)
    await using _ = made
    const signature = base64.decode(await provider.signMessage({ message: 'Hello World' }))
    const [header = 0, ...rest] = signature
    const recovered = secp256k1.Signature.fromBytes(Uint8Array.from([header - 39, ...rest]), 'recovered')
    // "Bitcoin Signed Message" of "Hello World", hashed twice.
    const text = new TextEncoder().encode('\x18Bitcoin Signed Message:\n\x0bHello World')
    const hash = await crypto.subtle.digest('SHA-256', await crypto.subtle.digest('SHA-256', text))
    expect(hex.encode(recovered.recoverPublicKey(new Uint8Array(hash)).toBytes(true))).toBe(hex.encode(keys.payment))
  })

  test(`${found}: all addresses come with their keys, those that pay first`, async () => {
    const { made, provider, payment, ordinal } = await connected(found)
    await using _ = made
    expect(await provider.getAccountAddresses()).toEqual(
      [payment, ordinal].map(({ address, publicKey, path = null }, index) => ({
        address,
        publicKey,
        path,
        purpose: index === 0 ? 'payment' : 'ordinal',
      })),
    )
  })
}

test('what a wallet of the Wallet Standard has granted is restored, until it is disconnected', async () => {
  const { made } = await connected('standard')
  await using _ = made
  const { network, accounts } = made
  const request = { namespace: 'bip122', network, networks: [network], signal: new AbortController().signal } as const
  const again = await made.reload()
  expect(await again.restore(request)).toEqual([{ namespace: 'bip122', accounts, network }])
  await again.disconnect()
  await made.settled()
  expect(await (await made.reload()).restore(request)).toEqual([])
})

test('a message is signed by BIP-322 when that is asked for, and by Taproot addresses', async () => {
  const { made, provider, ordinal } = await connected('providers')
  await using _ = made
  const asked = await provider.signMessage({ message, protocol: 'bip322' })
  const taproot = await provider.signMessage({ message, address: ordinal.address })
  // One signature and its key; for Taproot only the signature.
  expect([base64.decode(asked)[0], base64.decode(taproot)[0]]).toEqual([2, 1])
  await expect(provider.signMessage({ message, address: ordinal.address, protocol: 'ecdsa' })).rejects.toMatchObject({
    name: 'INVALID_PARAMS',
  })
})

test('a transfer is sent by the wallet', async () => {
  const { made, provider } = await connected('providers')
  await using _ = made
  const recipient = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
  const txid = await provider.sendTransfer({ recipient, amount: 12_345n })
  const [sent = ''] = made.wallet.sent
  const transaction = Transaction.fromRaw(hex.decode(sent))
  expect(transaction.id).toBe(txid)
  expect(transaction.getOutput(0).amount).toBe(12_345n)
  await expect(provider.sendTransfer({ recipient, amount: 1n, memo: '00' })).rejects.toMatchObject({
    name: 'WALLET_UNAVAILABLE',
  })
})

test('a move to a network of other addresses is told with them', async () => {
  const { made } = await connected('providers')
  await using _ = made
  const heard: unknown[] = []
  made.connector.listen({
    onSession: ({ accounts }) => heard.push(accounts[0].address.slice(0, 5)),
    onEnd: () => heard.push('end'),
  })
  await made.connector.switchNetwork(bitcoinRegtest.caipNetworkId)
  await made.settled()
  expect(heard).toEqual(['bcrt1'])
})
