import { afterEach, expect, test, vi } from 'vitest'
import { connectOverlay } from './connectOverlay.ts'
import { startOptions } from './options/startOptions.ts'
import { createStorage } from './storage.ts'

afterEach(() => void vi.unstubAllGlobals())

const used = ['eip155'] as const
const overlay = (features: object, project: object | null = null, page: object = {}) => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), page))
  const storage = createStorage('demo', () => ({
    getItem: (key) => (key.endsWith('project-config') && project !== null ? JSON.stringify(project) : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  }))
  return connectOverlay(startOptions({ networks: ['eip155:1'], features }).connect, storage, used)
}

test.each<[string, object, object | null, { heightPx: number; hasField: boolean }]>([
  ['everything', { socials: ['google'] }, null, { heightPx: 706, hasField: true }],
  ['no providers', {}, null, { heightPx: 642, hasField: true }],
  ['email alone', { wallets: false }, null, { heightPx: 251, hasField: true }],
  ['no email', { email: false }, null, { heightPx: 642, hasField: false }],
  ['wallets first', { connectMethodsOrder: ['wallet'] }, null, { heightPx: 642, hasField: false }],
  ['a project without email', {}, { email: false }, { heightPx: 642, hasField: false }],
  ['a project without providers', { socials: ['google'] }, { socials: [] }, { heightPx: 642, hasField: true }],
  ['a project with providers', {}, { socials: ['x'] }, { heightPx: 706, hasField: true }],
])('with %s', (_, features, project, expected) => {
  expect(overlay(features, project)).toEqual(expected)
})

test('an installed wallet comes before the field where the site asks for it, unless it shows no wallets', () => {
  const order = { connectMethodsOrder: ['installed', 'email', 'social', 'wallet'] }
  expect(overlay(order, null, { ethereum: {} }).hasField).toBe(false)
  expect(overlay(order).hasField).toBe(true)
  expect(overlay({}, null, { ethereum: {} }).hasField).toBe(true)
  expect(overlay({ ...order, wallets: false }, null, { ethereum: {} }).hasField).toBe(true)
})
