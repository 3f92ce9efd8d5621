import { expect, test } from 'vitest'
import { createTestModal, type TestOptions } from '../modal.fixture.ts'
import { restoreAtom } from './restoring.ts'
import { requireView } from './viewNeeds.ts'

const connected = async (options: TestOptions = {}) => {
  const modal = createTestModal({ remembered: true, ...options })
  await modal.store.set(restoreAtom)
  return modal.store
}

test.each(['WalletSend', 'WalletReceive', 'AccountSettings', 'Permissions', 'MoveFunds', 'UpdateEmailWallet'] as const)(
  '%s needs an account',
  async (view) => {
    await expect(requireView(createTestModal().store, view)).rejects.toMatchObject({
      name: 'UNAUTHORIZED',
      details: { view },
    })
  },
)

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

test('SIWXSignMessage is there where the site asks for a signature', async () => {
  await expect(requireView(await connected({ settings: { siwx: {} } }), 'SIWXSignMessage')).resolves.toBeUndefined()
})

test('an earlier connection is waited for', async () => {
  const { store } = createTestModal({ remembered: true })
  const shown = requireView(store, 'WalletReceive')
  await store.set(restoreAtom)
  await expect(shown).resolves.toBeUndefined()
})
