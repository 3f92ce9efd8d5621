import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createTestModal, settle } from '../modal.fixture.ts'
import { alertsAtom } from './alerts.ts'
import { openAtom, prepareLoginAtom } from './modal.ts'
import { checkSettingsAtom, isBlockedAtom } from './project.ts'

type Options = Parameters<typeof createTestModal>[0]
const opened = async (options: Options = {}) => {
  const modal = createTestModal(options)
  modal.store.set(checkSettingsAtom)
  modal.store.set(openAtom)
  await settle()
  return { ...modal, codes: () => modal.store.get(alertsAtom).map(({ code }) => code) }
}
const answering = (error: AppError): Options => ({
  services: {
    checkOrigin: async () => {
      throw error
    },
  },
})

test.each([
  [{ projectId: '' }, 'APKT008'],
  [{ projectId: 'two words' }, 'APKT007'],
  [{ projectId: 'x'.repeat(129) }, 'APKT007'],
] as const)('%j is %s, and nobody is asked', async (settings, code) => {
  let asked = 0
  const modal = await opened({ settings, services: { checkOrigin: async () => void asked++ } })
  expect(modal.codes()).toEqual([code])
  expect(modal.store.get(isBlockedAtom)).toBe(true)
  expect(modal.logged[0]).toContain(code)
  expect(asked).toBe(0)
  expect(modal.calls).toEqual([])
})

test.each([[{ networks: ['eip155:31337', 'eip155:4242'] }], [{ defaultNetwork: 'eip155:4242' }]] as const)(
  '%j is APKT001 with the ids that are known, and the modal works on',
  async (settings) => {
    const modal = await opened({ settings })
    expect(modal.codes()).toEqual(['APKT001'])
    expect(modal.logged[0]).toMatch(/eip155:4242.*\n.*eip155:31337/)
    expect(modal.store.get(isBlockedAtom)).toBe(false)
  },
)

test.each(['ORIGIN_NOT_ALLOWED', 'PROJECT_UNKNOWN'] as const)('%s is APKT002 with the line to add', async (name) => {
  const modal = await opened(answering(new AppError(name)))
  expect(modal.codes()).toEqual(['APKT002'])
  expect(modal.store.get(alertsAtom)[0]?.fix).toContain('"https://dapp.example"')
  expect(modal.store.get(isBlockedAtom)).toBe(true)
  expect(modal.wallet.client()).toBeNull()
})

test.each([
  ['SERVICE_UNREACHABLE', 'APKT009'],
  ['INTERNAL', 'APKT009'],
  ['LIMIT_EXCEEDED', 'APKT010'],
] as const)('%s is a warning, %s, and the login goes on', async (name, code) => {
  const modal = await opened(answering(new AppError(name)))
  expect(modal.logged.join()).toContain(code)
  expect(modal.codes()).toEqual([])
  expect(modal.store.get(isBlockedAtom)).toBe(false)
  expect(modal.wallet.client()).not.toBeNull()
})

test('once the developer has added the line, trying again finds it', async () => {
  let isListed = false
  const checkOrigin = async () => {
    if (!isListed) throw new AppError('ORIGIN_NOT_ALLOWED')
  }
  const modal = await opened({ services: { checkOrigin } })
  isListed = true
  modal.store.set(prepareLoginAtom)
  await settle()
  expect(modal.codes()).toEqual([])
  expect(modal.wallet.client()).not.toBeNull()
})

test('a project that was allowed is not asked about again', async () => {
  let asked = 0
  const modal = await opened({ services: { checkOrigin: async () => void asked++ } })
  modal.store.set(openAtom)
  await settle()
  expect(asked).toBe(1)
})

test('without a login method nothing is loaded', async () => {
  const modal = await opened({ settings: { features: { email: false } } })
  expect(modal.wallet.client()).toBeNull()
})
