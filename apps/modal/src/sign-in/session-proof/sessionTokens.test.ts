import { expect, test } from 'vitest'
import { testConnector } from '../../../gallery/testConnector.fixture.ts'
import type { IdTokenRequest, ModalOptions } from '../../Modal.ts'
import { createTestModal, settle, testAddress } from '../../modal.fixture.ts'
import { takeSessionsAtom } from '../../state/connections.ts'
import { addConnectorAtom } from '../../state/connectors.ts'
import { getIdTokenAtom } from '../id-token/getIdToken.ts'
import { signAtom } from './prove.ts'
import { sessionProofPart } from './sessionProofPart.ts'
import { createTestSignInApi } from './testSignInApi.fixture.ts'

const signature = `0x${'cd'.repeat(65)}`

const visit = async (siwx: ModalOptions['siwx'] = {}, isSigned = true) => {
  const api = createTestSignInApi({ now: () => Date.UTC(2030, 0, 1) })
  const texts: string[] = []
  const modal = createTestModal({
    settings: { networks: ['eip155:1'], siwx },
    services: { proof: { ...sessionProofPart, loadApi: async () => api } },
  })
  const connector = testConnector('One', {
    async request(_, { params }) {
      texts.push(Buffer.from(String((params as string[])[0]).slice(2), 'hex').toString())
      return signature
    },
  })
  modal.store.set(addConnectorAtom, connector)
  const session = { namespace: 'eip155', network: 'eip155:1', accounts: [{ address: testAddress }] } as const
  modal.store.set(takeSessionsAtom, connector, [session], 'eip155')
  await settle()
  // A site's own: restored accounts are not asked, this one was just connected.
  modal.storage.write('sign-in-pending', `eip155:1:${testAddress}`)
  if (isSigned) {
    await modal.store.set((await import('./prove.ts')).askAgainAtom)
    await modal.store.set(signAtom)
  }
  return { ...modal, api, texts, token: (request?: IdTokenRequest) => modal.store.set(getIdTokenAtom, request) }
}

test('a token of the session is for the scopes and the nonce that were asked for', async () => {
  const { api, token } = await visit()
  const { idToken, expiresAtMs } = await token({ scopes: ['wallets'], nonce: 'server-nonce' })
  expect(idToken.split('.')).toHaveLength(3)
  expect(expiresAtMs).toBe(Date.UTC(2030, 0, 1) + 600_000)
  expect(api.asked.at(-1)).toEqual(['getIdToken', { token: 'token0', scopes: ['wallets'], nonce: 'server-nonce' }])
})

test('with a wallet proof the wallet signs nonce, subject and project of the token', async () => {
  const { texts, token } = await visit()
  const { walletProof } = await token({ nonce: 'abcdefgh1234', walletProof: true })
  expect(walletProof).toEqual({ account: `eip155:1:${testAddress}`, message: texts.at(-1), signature })
  expect(walletProof?.message).toContain('\nNonce: abcdefgh1234\n')
  expect(walletProof?.message).toContain(`\nRequest ID: subject-of-${testAddress}\n`)
  expect(walletProof?.message).toMatch(/\nResources:\n- urn:latchkey:project:demo$/)
})

test.each<[string, unknown]>([
  ['a wallet proof without a nonce', { walletProof: true }],
  ['a wallet proof with a nonce that no message takes', { walletProof: true, nonce: 'a-b-c-d-e-f' }],
  ['a wallet proof that is no flag', { walletProof: 'yes' }],
])('%s is refused before anything is asked', async (_, request) => {
  const { api, token, texts } = await visit()
  const before = [api.asked.length, texts.length]
  await expect(token(request as IdTokenRequest)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
  expect([api.asked.length, texts.length]).toEqual(before)
})

test('without a session, an account, or sessions of our api, the error says so', async () => {
  const unsigned = await visit({}, false)
  await expect(unsigned.token()).rejects.toMatchObject({ name: 'SIWX_SESSION_INVALID' })
  const nobody = createTestModal({ settings: { siwx: {} } })
  await expect(nobody.store.set(getIdTokenAtom)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  const own = {
    createMessage: async () => ({}) as never,
    addSession: async () => undefined,
    getSessions: async () => [],
    revokeSession: async () => undefined,
  }
  await expect((await visit(own, false)).token()).rejects.toMatchObject({ name: 'NOT_ENABLED' })
})

test('a session that the api no longer knows is forgotten, and signing begins again', async () => {
  const { api, token, storage, hub } = await visit()
  await api.revokeSession({ token: 'token0' })
  await expect(token()).rejects.toMatchObject({ name: 'SIWX_SESSION_INVALID' })
  await settle()
  expect(storage.read('sign-in-sessions')).toBeUndefined()
  expect(hub.session.get()).toEqual({ status: 'asking', session: null })
})
