import { expect, test } from 'vitest'
import { testEther } from './account/testAccountApi.fixture.ts'
import { openBuyAtom, wantedTokenAtom } from './buy/openBuy.ts'
import { guardedViews } from './Modal.ts'
import { createTestModal, type TestOptions } from './modal.fixture.ts'
import { restoreAtom } from './state/restoring.ts'
import { requireView } from './viewNeeds.ts'

const connected = async (options: TestOptions = {}) => {
  const modal = createTestModal({ remembered: true, ...options })
  await modal.store.set(restoreAtom)
  return modal.store
}

test.each(guardedViews)('%s needs an account', async (view) => {
  await expect(requireView(createTestModal().store, view)).rejects.toMatchObject({
    name: 'UNAUTHORIZED',
    details: { view },
  })
})

test.each(['WalletSend', 'WalletReceive', 'AccountSettings', 'UpdateEmailWallet'] as const)(
  '%s is there for a login by email',
  async (view) => {
    await expect(requireView(await connected(), view)).resolves.toBeUndefined()
  },
)

test.each(['Permissions', 'UpgradeToSmartAccount', 'MoveFunds', 'SIWXSignMessage'] as const)(
  '%s needs what this account has not',
  async (view) => {
    await expect(requireView(await connected(), view)).rejects.toMatchObject({ name: 'NOT_ENABLED', details: { view } })
  },
)

test('buying is there where the site has turned it on', async () => {
  await expect(requireView(await connected(), 'OnRampProviders')).rejects.toMatchObject({ name: 'NOT_ENABLED' })
  const features = { onramp: true }
  await expect(requireView(await connected({ settings: { features } }), 'OnRampProviders')).resolves.toBeUndefined()
})

test('buying opened by the page starts without the token of an earlier visit', async () => {
  const store = await connected({ settings: { features: { onramp: true } } })
  store.set(openBuyAtom, testEther('1'))
  await requireView(store, 'OnRampProviders')
  expect(store.get(wantedTokenAtom)).toBeNull()
})

test('SIWXSignMessage is there where the site asks for a signature', async () => {
  await expect(requireView(await connected({ settings: { siwx: {} } }), 'SIWXSignMessage')).resolves.toBeUndefined()
})

test('an earlier connection is waited for', async () => {
  const { store } = createTestModal({ remembered: true })
  const shown = requireView(store, 'WalletReceive')
  await store.set(restoreAtom)
  await expect(shown).resolves.toBeUndefined()
})
