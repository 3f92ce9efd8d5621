import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { AccountApi } from '../account/AccountApi.ts'
import { testAccountApi } from '../account/testAccountApi.fixture.ts'
import { createTestModal, type TestOptions } from '../modal.fixture.ts'
import { identityAtom, loadIdentityAtom } from './identity.ts'
import { restoreAtom } from './restoring.ts'

const connected = async (identity: AccountApi['identity'], options: TestOptions = {}) => {
  const api = testAccountApi({ identity })
  const modal = createTestModal({ remembered: true, services: { loadAccountApi: async () => api }, ...options })
  await modal.store.set(restoreAtom)
  return { ...modal, asked: api.asked }
}
const ada = async () => ({ name: 'ada.eth', avatar: null })

test('an account has its name for five minutes before it is asked for again', async () => {
  const { store, asked, clock } = await connected(ada)
  expect(store.get(identityAtom).name).toBeNull()
  await store.set(loadIdentityAtom)
  expect(store.get(identityAtom).name).toBe('ada.eth')
  await clock.advance(299_999)
  await store.set(loadIdentityAtom)
  expect(asked).toHaveLength(1)
  await clock.advance(1)
  await store.set(loadIdentityAtom)
  expect(asked).toHaveLength(2)
})

test('a name with marks that are invisible is shown without them', async () => {
  const { store } = await connected(async () => ({ name: 'a\u200bda\u202e.eth', avatar: null }))
  await store.set(loadIdentityAtom)
  expect(store.get(identityAtom).name).toBe('ada.eth')
})

test('without an answer an account has its address alone, and is asked for at the next opportunity', async () => {
  let isDown = true
  const { store } = await connected(async () => {
    if (isDown) throw new AppError('NAME_UNRESOLVED')
    return ada()
  })
  await store.set(loadIdentityAtom)
  expect(store.get(identityAtom)).toEqual({ name: null, avatar: null })
  isDown = false
  await store.set(loadIdentityAtom)
  expect(store.get(identityAtom).name).toBe('ada.eth')
})

test('the next visit begins with the name of before', async () => {
  const kept = new Map<string, string>()
  const first = await connected(ada, { kept })
  await first.store.set(loadIdentityAtom)
  first.leave()
  const second = await connected(() => new Promise(() => undefined), { kept })
  expect(second.store.get(identityAtom).name).toBe('ada.eth')
})
