import { expect, test } from 'vitest'
import type { ConnectMethod, ConnectMethodsOrder } from '../Modal.ts'
import { methodOrder } from './methodOrder.ts'

const all: Record<ConnectMethod, boolean> = { email: true, social: true, wallet: true }

test.each<[ConnectMethodsOrder | undefined, boolean, Partial<typeof all>, readonly ConnectMethod[]]>([
  [undefined, false, {}, ['email', 'social', 'wallet']],
  [undefined, true, {}, ['email', 'social', 'wallet']],
  [[], true, { email: false }, ['social', 'wallet']],
  [['social'], true, {}, ['social', 'email', 'wallet']],
  [['wallet', 'email'], false, {}, ['wallet', 'email', 'social']],
  [['installed'], true, {}, ['wallet', 'email', 'social']],
  [['installed'], false, {}, ['email', 'social', 'wallet']],
  [['social', 'installed', 'email'], true, {}, ['social', 'wallet', 'email']],
  [['installed', 'social'], true, { wallet: false }, ['social', 'email']],
])('the order %j is, with a wallet installed (%s) and %j, %j', (wanted, isInstalled, isOn, expected) => {
  expect(methodOrder(wanted, isInstalled, { ...all, ...isOn })).toEqual(expected)
})
