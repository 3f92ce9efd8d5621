/** Messages that the modal has wallets sign, with real keys, at the real api. */
import { bitcoin, type ChainNamespace, solana } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { createBitcoinWallet } from '@latchkey/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { type Hex, hexToString } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { addresses, createHarness, type Harness } from '../../../../combined/test/harness.ts'
import { testConnector } from '../../../gallery/testConnector.fixture.ts'
import { composeSignIn } from '../../connectors/auth/composeSignIn.ts'
import type { Connector } from '../../connectors/Connector.ts'
import type { SignInInput } from '../../connectors/solana/parseSignInInput.ts'
import type { NetworkId } from '../../Modal.ts'
import { createTestModal, settle } from '../../modal.fixture.ts'
import { takeSessionsAtom } from '../../state/connections.ts'
import { getIdTokenAtom } from '../id-token/getIdToken.ts'
import { createSignInApi } from './createSignInApi.ts'
import { proofAtom } from './proofState.ts'
import { askAgainAtom, signAtom } from './prove.ts'
import { sessionProofPart } from './sessionProofPart.ts'

const origin = 'http://127.0.0.1:3000'

type Signer = {
  network: NetworkId
  account: { address: string; publicKey?: string }
  request: Connector['request']
}

const evm = (): Signer => {
  const owner = privateKeyToAccount(generatePrivateKey())
  return {
    network: 'eip155:31337',
    account: { address: owner.address },
    request: async (_, { params }) => owner.signMessage({ message: hexToString((params as [Hex])[0]) }),
  }
}

/** Signs texts, and with Sign In With Solana composes them itself. */
const solanaWallet = (knowsSignIn: boolean): Signer => {
  const secret = ed25519.utils.randomSecretKey()
  const address = base58.encode(ed25519.getPublicKey(secret))
  const sign = (bytes: Uint8Array) => base58.encode(ed25519.sign(bytes, secret))
  return {
    network: solana.caipNetworkId,
    account: { address },
    async request(_, { method, params }) {
      if (method === 'solana_signMessage')
        return { signature: sign(base58.decode((params as { message: string }).message)) }
      if (!knowsSignIn) throw new AppError('WALLET_UNAVAILABLE')
      const signed = new TextEncoder().encode(composeSignIn(params as SignInInput, { address, origin }))
      return { address, signedMessage: base58.encode(signed), signature: sign(signed) }
    },
  }
}

const bitcoinWallet = async (kind: 'payment' | 'ordinals', protocols: readonly string[]): Promise<Signer> => {
  const wallet = createBitcoinWallet()
  const reply = await wallet.call(origin, 'getAccounts', { purposes: [kind] })
  if (!('value' in reply)) throw new Error('no accounts')
  const [account] = reply.value as { address: string; publicKey: string }[]
  if (account === undefined) throw new Error('no account')
  return {
    network: bitcoin.caipNetworkId,
    account: { address: account.address, publicKey: account.publicKey },
    async request(_, { params }) {
      const { address, message, protocol } = params as { address: string; message: string; protocol: string }
      if (!protocols.includes(protocol)) throw new AppError('INVALID_PARAMS')
      const answer = await wallet.call(origin, 'signMessage', { address, message, protocol: protocol.toUpperCase() })
      if (!('value' in answer)) throw new Error('not signed')
      return answer.value
    },
  }
}

const visit = async (harness: Harness, { network, account, request }: Signer) => {
  const namespace = network.split(':')[0] as ChainNamespace
  const api = createSignInApi({
    apiUrl: addresses.apiUrl,
    projectId: 'demo',
    sdkVersion: 'test',
    fetch: (input, init) => {
      const asked = new Request(input, init)
      asked.headers.set('origin', origin)
      return harness.fetch(asked)
    },
  })
  const modal = createTestModal({
    settings: { networks: [network], siwx: { statement: 'I accept the terms.' } },
    services: {
      origin,
      proof: { ...sessionProofPart, loadApi: async () => api },
      clock: { now: () => harness.clock.now().getTime(), after: () => () => undefined },
    },
  })
  const connector = testConnector('One', { namespaces: [namespace], request })
  modal.store.set(takeSessionsAtom, connector, [{ namespace, network, accounts: [account] }], namespace)
  await settle()
  await modal.store.set(askAgainAtom)
  await modal.store.set(signAtom)
  return modal
}

test.each<[string, () => Signer | Promise<Signer>]>([
  ['an EVM account', evm],
  ['a Solana wallet that knows Sign In With Solana', () => solanaWallet(true)],
  ['a Solana wallet that signs texts alone', () => solanaWallet(false)],
  ['a Bitcoin payment address by BIP-322', () => bitcoinWallet('payment', ['bip322', 'ecdsa'])],
  ['a Bitcoin payment address by ECDSA, which is all that its wallet knows', () => bitcoinWallet('payment', ['ecdsa'])],
  ['a Bitcoin taproot address', () => bitcoinWallet('ordinals', ['bip322'])],
])('%s signs in, and has an ID token', async (_, make) => {
  await using harness = await createHarness()
  const signer = await make()
  const { store, hub } = await visit(harness, signer)
  expect(store.get(proofAtom)).toEqual({ status: 'idle' })
  expect(hub.session.get().status).toBe('proven')
  const { idToken } = await store.set(getIdTokenAtom, { scopes: ['wallets'], nonce: 'server-nonce' })
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ aud: 'demo', nonce: 'server-nonce', amr: ['wallet'] })
  expect(JSON.stringify(claims.wallets)).toContain(signer.account.address)
})

test('another account’s signature leads to no session', async () => {
  await using harness = await createHarness()
  const { account } = solanaWallet(false)
  const { store, hub } = await visit(harness, { ...solanaWallet(false), account })
  expect(store.get(proofAtom)).toMatchObject({ status: 'asking', error: { name: 'SIGNATURE_INVALID' } })
  expect(hub.session.get()).toEqual({ status: 'asking', session: null })
})
