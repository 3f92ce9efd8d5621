import type { ProjectConfig } from '@latchkey/api-client'
import { AppError, type ErrorName } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { testConnector } from '../../gallery/testConnector.fixture.ts'
import { loadFirstAtom } from '../directory/catalogue.ts'
import { connectListAtom } from '../directory/rankedWallets.ts'
import { testDirectory } from '../directory/testDirectory.fixture.ts'
import { createTestModal, settle, type TestOptions } from '../modal.fixture.ts'
import { connectWalletAtom } from '../state/connecting.ts'
import { emailLoginAtom, submitEmailAtom } from '../state/emailLogin.ts'
import { closeAtom, openAtom } from '../state/modal.ts'
import { isActivityOnAtom, isEmailOnAtom } from '../state/project.ts'
import { socialLoginAtom } from '../state/social/socialLogin.ts'
import { startSocialAtom } from '../state/social/startSocial.ts'
import { featuresAtom, parseStoredConfig, walletListsAtom } from './features.ts'

const onlyX: ProjectConfig = { features: [{ id: 'social_login', isEnabled: true, config: ['x'] }] }
const stored = 'latchkey:demo:project-config'

const createModal = (answer: () => Promise<ProjectConfig>, options: TestOptions = {}) => {
  let asked = 0
  const services = {
    loadProjectConfig: () => {
      asked++
      return answer()
    },
    ...options.services,
  }
  const modal = createTestModal({ ...options, services })
  return { ...modal, asked: () => asked }
}

test('the configuration is fetched at the first opening, once, and applies at the next one', async () => {
  const modal = createModal(async () => onlyX)
  expect(modal.asked()).toBe(0)
  modal.store.set(openAtom)
  await settle()
  expect([modal.asked(), modal.store.get(isEmailOnAtom), modal.store.get(isActivityOnAtom)]).toEqual([1, true, true])
  modal.store.set(closeAtom)
  modal.store.set(openAtom)
  await settle()
  expect(modal.asked()).toBe(1)
  expect(modal.store.get(featuresAtom)).toMatchObject({ email: false, socials: ['x'], activity: false, swaps: false })
})

test('connecting without an opening asks for no configuration', async () => {
  const modal = createModal(async () => onlyX)
  const connectors = [testConnector('One')]
  const target = { key: 'one', name: 'One', group: 'injected', isInstalled: true, wallet: null, connectors } as const
  await modal.store.set(connectWalletAtom, target)
  await settle()
  expect(modal.asked()).toBe(0)
})

test('an open modal does not change under the user’s hands, also when it is asked to open again', async () => {
  const modal = createModal(async () => onlyX)
  modal.store.set(openAtom)
  await settle()
  modal.store.set(openAtom, { view: 'ConnectWallets' })
  expect(modal.store.get(isEmailOnAtom)).toBe(true)
})

test('a method that was turned off meanwhile fails on submission, in words, and nothing is sent', async () => {
  const modal = createModal(async () => onlyX, { settings: { features: { socials: ['google', 'x'] } } })
  modal.store.set(openAtom)
  await settle()
  const before = modal.names()
  await modal.store.set(submitEmailAtom, 'ada@example.com')
  expect(modal.store.get(emailLoginAtom)).toMatchObject({ step: 'email', error: { name: 'NOT_ENABLED' } })
  await modal.store.set(startSocialAtom, 'google')
  expect(modal.store.get(socialLoginAtom)).toMatchObject({ status: 'failed', error: { name: 'NOT_ENABLED' } })
  expect(modal.names()).toEqual(before)
  // It is the project's decision, and not a provider that the operator has forgotten.
  expect(modal.logged.join()).not.toContain('APKT012')
})

test('the last good copy applies to the first opening of the next visit, and survives a failure', async () => {
  const kept = new Map<string, string>()
  const first = createModal(async () => onlyX, { kept })
  first.store.set(openAtom)
  await settle()
  first.leave()
  const next = createModal(() => Promise.reject(new AppError('SERVICE_UNREACHABLE')), { kept })
  next.store.set(openAtom)
  await settle()
  expect(next.store.get(isEmailOnAtom)).toBe(false)
  expect(parseStoredConfig(kept.get(stored))).toMatchObject({ email: false, socials: ['x'] })
})

test('a project that has taken its decisions back leaves everything to the page again', async () => {
  const kept = new Map([[stored, JSON.stringify({ email: false })]])
  const modal = createModal(async () => ({ features: null }), { kept })
  modal.store.set(openAtom)
  await settle()
  expect(modal.store.get(isEmailOnAtom)).toBe(false)
  modal.store.set(closeAtom)
  modal.store.set(openAtom)
  expect(modal.store.get(isEmailOnAtom)).toBe(true)
})

test.each([
  '{',
  'null',
  '7',
  '"email"',
  '{"email":"false"}',
  '{"email":false,"socials":"x"}',
  '{"socials":[1]}',
  `{"email":false,"featured":["${'x'.repeat(20_000)}"]}`,
])('a damaged copy decides nothing: %s', (text) => {
  expect(parseStoredConfig(text)).toEqual({})
})

test.each<[ErrorName, string | null]>([
  ['SERVICE_UNREACHABLE', 'APKT009'],
  ['INTERNAL', 'APKT009'],
  ['LIMIT_EXCEEDED', 'APKT010'],
  ['RATE_LIMITED', 'APKT010'],
  ['ORIGIN_NOT_ALLOWED', null],
  ['PROJECT_UNKNOWN', null],
])('%s is reported as %s, and the next opening asks again', async (name, code) => {
  const modal = createModal(() => Promise.reject(new AppError(name)))
  modal.store.set(openAtom)
  await settle()
  expect(modal.logged.map((line) => line.slice(0, 7))).toEqual(code === null ? [] : [code])
  modal.store.set(closeAtom)
  modal.store.set(openAtom)
  await settle()
  expect(modal.asked()).toBe(2)
  expect(modal.store.get(isEmailOnAtom)).toBe(true)
})

test('options that the project overrides are named, once', async () => {
  const modal = createModal(async () => onlyX, { settings: { features: { email: true, activity: true } } })
  for (let opening = 0; opening < 2; opening++) {
    modal.store.set(openAtom)
    await settle()
    modal.store.set(closeAtom)
  }
  expect(modal.logged).toHaveLength(1)
  expect(modal.logged[0]).toContain('APKTW004')
  expect(modal.logged[0]).toContain('`features.email`, `features.activity`')
})

test('featured wallets come first and excluded ones are hidden, also those of the page', async () => {
  const wallets = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, name: `Wallet ${id}`, chains: ['eip155:1' as const] }))
  const directory = testDirectory(wallets)
  const config: ProjectConfig = { features: null, wallets: { featured: ['e', 'd'], excluded: ['a'] } }
  const modal = createModal(async () => config, {
    settings: { featuredWalletIds: ['b'], excludeWalletIds: ['c'] },
    services: { loadDirectory: async () => directory },
  })
  modal.store.set(openAtom)
  await modal.store.set(loadFirstAtom)
  await settle()
  modal.store.set(closeAtom)
  modal.store.set(openAtom)
  await modal.store.set(loadFirstAtom)
  expect(modal.store.get(walletListsAtom)).toEqual({ featured: ['e', 'd'], excluded: ['c', 'a'] })
  expect(modal.store.get(connectListAtom).map(({ name }) => name)).toEqual(['Wallet e', 'Wallet d', 'Wallet b'])
  expect(directory.asked.at(-1)).toMatchObject({ include: 'e,d', exclude: 'c,a' })
})
