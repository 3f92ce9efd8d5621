import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { testConnector } from '../../../gallery/testConnector.fixture.ts'
import type { IdTokenRequest } from '../../Modal.ts'
import { createTestModal, settle, testAddress } from '../../modal.fixture.ts'
import { takeSessionsAtom } from '../../state/connections.ts'
import { addConnectorAtom } from '../../state/connectors.ts'
import { restoreAtom } from '../../state/restoring.ts'
import { isOpenAtom, viewAtom } from '../../state/route.ts'
import { getIdTokenAtom } from './getIdToken.ts'

const visit = async (answer: () => void = () => undefined) => {
  const asked: unknown[] = []
  const modal = createTestModal({
    remembered: true,
    handlers: {
      GET_ID_TOKEN: async (payload) => {
        asked.push(payload)
        if (payload.scopes.length > 0 && payload.isShown !== true) throw new AppError('CONTINUE_IN_WALLET')
        answer()
        return { idToken: 'a.b.c', expiresAt: 1_900_000_000 }
      },
    },
  })
  await modal.store.set(restoreAtom)
  await settle()
  return { ...modal, asked, token: (request?: IdTokenRequest) => modal.store.set(getIdTokenAtom, request) }
}
const token = { idToken: 'a.b.c', expiresAtMs: 1_900_000_000_000 }

test('getIdToken › returns a token at once, or asks the user about the scopes first', async () => {
  const page = await visit()
  const views: string[] = []
  page.store.sub(viewAtom, () => views.push(page.store.get(viewAtom)))
  expect(await page.token({ nonce: 'n' })).toEqual(token)
  expect(views).toEqual([])
  expect(await page.token({ scopes: ['email'] })).toEqual(token)
  expect(views).toContain('ApproveTransaction')
  expect(page.asked).toEqual([{ scopes: [], nonce: 'n' }, { scopes: ['email'] }, { scopes: ['email'], isShown: true }])
  expect(page.store.get(isOpenAtom)).toBe(false)
})

test('getIdToken › rejects when the user declines, and the next call asks again', async () => {
  let isDeclined = true
  const page = await visit(() => {
    if (isDeclined) throw new AppError('USER_REJECTED')
  })
  await expect(page.token({ scopes: ['wallets'] })).rejects.toMatchObject({ name: 'USER_REJECTED' })
  expect(page.store.get(isOpenAtom)).toBe(false)
  isDeclined = false
  expect(await page.token({ scopes: ['wallets'] })).toEqual(token)
})

test.each<[string, unknown]>([
  ['an unknown scope', { scopes: ['admin'] }],
  ['scopes that are not a list', { scopes: 'wallets' }],
  ['a nonce with a line end', { nonce: 'a\nb' }],
  ['a nonce that is too long', { nonce: 'a'.repeat(256) }],
  ['a nonce that is not text', { nonce: 1 }],
])('getIdToken › refuses %s before anything is asked', async (_, request) => {
  const page = await visit()
  await expect(page.token(request as IdTokenRequest)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
  expect(page.asked).toEqual([])
})

test('getIdToken › says so without an account, and with another wallet', async () => {
  const modal = createTestModal()
  await expect(modal.store.set(getIdTokenAtom)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  const connector = testConnector('One')
  modal.store.set(addConnectorAtom, connector)
  const session = { namespace: 'eip155', network: 'eip155:31337', accounts: [{ address: testAddress }] } as const
  modal.store.set(takeSessionsAtom, connector, [session], 'eip155')
  await expect(modal.store.set(getIdTokenAtom)).rejects.toMatchObject({ name: 'NOT_ENABLED' })
})
