/** The Solana provider over the embedded wallet, through all of the modal. */
import { AppError, type Handlers } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { solanaAddress, solanaHandlers, solanaLocal } from '../connectors/auth/solanaLogin.fixture.ts'
import { createTestModal, settle } from '../modal.fixture.ts'
import { submitEmailAtom } from '../state/emailLogin.ts'
import { openAtom } from '../state/modal.ts'
import { createSolanaProvider } from './solana/createSolanaProvider.ts'

const connected = async (handlers: Partial<Handlers<undefined>> = {}) => {
  const modal = createTestModal({
    handlers: { ...solanaHandlers, ...handlers },
    settings: { networks: ['eip155:31337', solanaLocal] },
  })
  modal.store.set(openAtom)
  await modal.store.set(submitEmailAtom, 'ada@example.com')
  await settle()
  const account = { address: solanaAddress, addresses: [solanaAddress] }
  const provider = createSolanaProvider({
    request: (args) => modal.request(args, 'solana'),
    account: { get: () => account, listen: () => () => undefined },
    connect: async () => [],
    disconnect: async () => undefined,
  })
  const asked = () => modal.calls.filter(({ name }) => name === 'RPC_REQUEST').map(({ payload }) => payload)
  return { provider, asked }
}

test('a user signs in: the page gets the account, the text with what it wants to see in it, and its signature', async () => {
  const { provider, asked } = await connected()
  const { account, signedMessage, signature } = await provider.signIn({
    statement: 'I accept the terms.',
    uri: 'https://dapp.example/login',
    nonce: '8f3c2a91',
  })
  expect(account).toEqual({ address: solanaAddress, publicKey: base58.decode(solanaAddress) })
  const raw = Uint8Array.from(account.publicKey)
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  const bytes = Uint8Array.from(signedMessage)
  expect(await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), bytes)).toBe(true)
  expect(new TextDecoder().decode(bytes).split('\n')).toEqual([
    'dapp.example wants you to sign in with your Solana account:',
    solanaAddress,
    '',
    'I accept the terms.',
    '',
    'URI: https://dapp.example/login',
    'Nonce: 8f3c2a91',
  ])
  const params = { message: base58.encode(bytes), pubkey: solanaAddress }
  expect(asked()).toMatchObject([{ method: 'solana_signMessage', params }])
})

test('a user’s rejection rejects it, as any other call', async () => {
  const { provider } = await connected({
    RPC_REQUEST: async () => {
      throw new AppError('USER_REJECTED')
    },
  })
  await expect(provider.signIn()).rejects.toMatchObject({ name: 'ProviderRpcError', code: 4001 })
})

test.each([
  ['domain', { domain: 'bank.example' }],
  ['uri', { uri: 'https://bank.example' }],
  ['statement', { statement: 'I accept.\nURI: https://bank.example' }],
])('no request is sent where the %s is not the page’s own or not one line', async (field, input) => {
  const { provider, asked } = await connected()
  const data = { name: 'INVALID_PARAMS', details: { field } }
  await expect(provider.signIn(input)).rejects.toMatchObject({ name: 'ProviderRpcError', code: -32602, data })
  expect(asked()).toEqual([])
})
